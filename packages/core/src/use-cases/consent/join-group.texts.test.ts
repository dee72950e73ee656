import { ANN, BOB, after, joiningFixture, type JoiningGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { Message } from '../../model/messages/message.js'

const open = (given?: JoiningGiven) => joiningFixture(inMemory({ now: after(100) }), given)
const OURS = '+12025550199'
const failures = (messages: readonly Message[]) => messages.map(({ failure }) => failure?.type)
const LATER = { kind: 'try-later', afterMs: null } as const

test('CONFIRM sends the confirmation of the group, and the log has the text', async () => {
  const { join, texts, messages, balance, consentOf } = await open({ vip: { confirmMessage: 'Join VIP? YES' } })
  await join('CONFIRM')
  expect(texts).toMatchObject([{ to: ANN, from: OURS, body: 'Join VIP? YES' }])
  expect(await messages()).toMatchObject([{ purpose: 'confirmation', status: 'sent', sentAt: after(100) }])
  expect(await balance()).toEqual({ sms: 8, mms: 0, reserved: { sms: 0, mms: 0 } })
  expect((await consentOf()).log).toMatchObject([{ action: 'OPT_IN_REQUESTED', text: 'Join VIP? YES' }])
})

test('CONFIRM into a group without a confirmation text sends the account name and asks for a YES', async () => {
  const { join, texts } = await open()
  await join('CONFIRM')
  expect(texts).toMatchObject([{ body: expect.stringMatching(/^Acme: .*YES.*STOP/) }])
})

test('while a CONFIRM is in progress or pending, no mode sends a second text', async () => {
  const { join, texts, balance } = await open({ vip: { optInMessage: 'Welcome' } })
  await Promise.all([join('CONFIRM'), join('CONFIRM')])
  for (const mode of ['CONFIRM', 'DIRECT', 'SILENT', 'CONFIRM'] as const) await join(mode)
  expect(texts).toHaveLength(1)
  expect(await balance()).toMatchObject({ sms: 8 })
})

test('after a refused confirmation the next CONFIRM sends another, and later CONFIRMs send none', async () => {
  const { join, script, texts, balance, consentOf } = await open()
  script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
  await join('CONFIRM')
  for (let again = 0; again < 3; again++)
    expect(await join('CONFIRM')).toMatchObject({ pendingGroups: [{ name: 'VIP' }] })
  expect(texts).toHaveLength(2)
  expect(await balance()).toMatchObject({ sms: 8, reserved: { sms: 0 } })
  expect((await consentOf()).log).toMatchObject([{ action: 'OPT_IN_REQUESTED' }, { action: 'OPT_IN_REQUESTED' }])
})

test('after a refused confirmation the contact is still pending, for this group and for others', async () => {
  const { join, script, texts, group } = await open()
  script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
  await join('CONFIRM')
  const elsewhere = join('CONFIRM', { group: await group({ name: 'Other' }) })
  await expect(elsewhere).rejects.toMatchObject({ code: 'pending-elsewhere' })
  expect(await join('DIRECT')).toMatchObject({ groups: [], pendingGroups: [{ name: 'VIP' }] })
  expect(texts).toHaveLength(1)
})

test('CONFIRM without enough credits is refused, and nothing changes', async () => {
  const { join, texts, messages, balance, consentOf } = await open({ credits: 1 })
  const required = { sms: 2, mms: 0 }
  await expect(join('CONFIRM')).rejects.toMatchObject({
    code: 'insufficient-credits',
    details: { required, available: { sms: 1, mms: 0 } },
  })
  expect(texts).toEqual([])
  expect(await messages()).toEqual([])
  expect(await consentOf()).toMatchObject({ state: 'none', log: [] })
  expect(await balance()).toMatchObject({ sms: 1 })
})

test.each([[[]], [[{ status: 'inactive' }]]] as const)(
  'CONFIRM without an active sender is refused: %j',
  async (senders) => {
    const { join, messages, consentOf } = await open({ senders, credits: 0 })
    await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'sender-not-assigned' })
    expect(await messages()).toEqual([])
    expect(await consentOf()).toMatchObject({ state: 'none', log: [] })
  },
)

test('if the provider throttles the text of a CONFIRM, the contact is pending and the text is queued', async () => {
  const { join, script, messages, balance } = await open()
  script.push(LATER)
  expect(await join('CONFIRM')).toMatchObject({ pendingGroups: [{ name: 'VIP' }] })
  expect(await messages()).toMatchObject([{ status: 'queued', phase: 'waiting' }])
  expect(await balance()).toMatchObject({ sms: 8, reserved: { sms: 2 } })
})

test("DIRECT sends the group's opt-in message, and the log has it", async () => {
  const { join, texts, messages, balance, consentOf } = await open({ vip: { optInMessage: 'Welcome!' } })
  await join('DIRECT')
  expect(texts).toMatchObject([{ to: ANN, from: OURS, body: 'Welcome!' }])
  expect(await messages()).toMatchObject([{ purpose: 'opt-in', status: 'sent' }])
  expect(await balance()).toMatchObject({ sms: 8 })
  expect((await consentOf()).log).toMatchObject([{ action: 'OPT_IN', reason: 'DIRECT', text: 'Welcome!' }])
})

test('DIRECT into a group without an opt-in message sends nothing', async () => {
  const { join, texts, messages } = await open()
  await join('DIRECT')
  expect(texts).toEqual([])
  expect(await messages()).toEqual([])
})

test('SILENT sends nothing, even to a pending contact', async () => {
  const { join, texts, contact, vip } = await open({ vip: { optInMessage: 'Welcome!' } })
  await join('SILENT')
  const bob = await contact({ phone: BOB })
  await join('CONFIRM', { contact: bob, group: vip })
  await join('SILENT', { contact: bob, group: vip })
  expect(texts.map(({ to }) => to)).toEqual([BOB])
})

test('DIRECT succeeds even without enough credits, and the opt-in message is recorded as failed', async () => {
  const { join, texts, messages, balance, consentOf } = await open({ credits: 1, vip: { optInMessage: 'Welcome!' } })
  expect(await join('DIRECT')).toMatchObject({ groups: [{ name: 'VIP' }] })
  expect(texts).toEqual([])
  expect(await messages()).toMatchObject([{ purpose: 'opt-in', status: 'failed', body: 'Welcome!', sentAt: null }])
  expect(failures(await messages())).toEqual(['insufficient_credits'])
  expect(await balance()).toMatchObject({ sms: 1, reserved: { sms: 0 } })
  expect((await consentOf()).log).toMatchObject([{ action: 'OPT_IN', reason: 'DIRECT', text: null }])
})

test('DIRECT succeeds and sends no text if no sender is active', async () => {
  const { join, messages } = await open({ senders: [{ status: 'inactive' }], vip: { optInMessage: 'Welcome!' } })
  expect(await join('DIRECT')).toMatchObject({ groups: [{ name: 'VIP' }] })
  expect(await messages()).toEqual([])
})

test.each([
  ['the sender of the group', { sender: '+12025550188' }, '+12025550188'],
  ['the first active sender, if the sender of the group is inactive', { sender: '+12025550177' }, OURS],
  ['the first active sender, if the sender of the group is not assigned', { sender: '+12025550166' }, OURS],
  ['the first active sender, if the group has no sender', {}, OURS],
])('opt-in texts are sent from %s', async (_, vip, number) => {
  const { join, texts } = await open({
    vip,
    senders: [
      { number: '+12025550177', status: 'inactive' },
      { createdAt: after(1) },
      { number: '+12025550188', createdAt: after(2) },
    ],
  })
  await join('CONFIRM')
  expect(texts.map(({ from }) => from)).toEqual([number])
})

test('a provider opt-out is stored and shown, logged once, and blocks nothing', async () => {
  const { join, script, vip, clock, account, contact, consentOf, run, joinGroup, group } = await open({
    vip: { optInMessage: 'Welcome!' },
  })
  const refused = { kind: 'refused', type: 'opted_out', message: 'Blocked' } as const
  script.push(refused, refused)
  expect(await join('DIRECT')).toMatchObject({ groups: [{ id: vip.id }] })
  clock.advance(1_000)
  const news = await group({ name: 'News', optInMessage: 'News!' })
  await joinGroup.execute({ account, phone: ANN, group: news.id, mode: 'DIRECT' })
  expect(await consentOf()).toMatchObject({ state: 'opted_in', providerOptOuts: [{ sender: OURS, at: after(101) }] })
  expect((await consentOf()).log.filter(({ by }) => by === 'PROVIDER')).toMatchObject([
    { action: 'PROVIDER_OPT_OUT', reason: 'REFUSED_BY_PROVIDER', at: after(100), group: null },
  ])
  await contact({ phone: BOB })
  expect(await run(({ consents }) => consents.providerOptOuts(account.id, BOB))).toEqual([])
})
