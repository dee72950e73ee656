import { ANN, BOB, aContact, aSender, after, inboundFixture, type InboundGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'

const open = (given?: InboundGiven) => inboundFixture(inMemory({ now: after(100) }), given)
const OURS = '+12025550199'

describe('START', () => {
  test.each(['START', 'unstop', 'Join.'])(
    'as %j sends the confirmation of the default group, and creates the contact',
    async (body) => {
      const { text, texts, group, consentOf, contactAt, balance, eventTypes, reread } = await open()
      await group({ name: 'Other' })
      const vip = await group({ name: 'VIP', isDefault: true, confirmMessage: 'Join VIP? Reply YES' })
      await text(body)
      expect(texts).toMatchObject([{ to: ANN, from: OURS, body: 'Join VIP? Reply YES' }])
      expect(await contactAt()).toMatchObject({ phone: ANN, tz: 'America/New_York', createdAt: after(100) })
      expect(await consentOf()).toMatchObject({
        state: 'pending',
        pendingGroups: [{ id: vip.id, pendingSince: after(100) }],
      })
      expect((await consentOf()).log).toMatchObject([
        { action: 'OPT_IN_REQUESTED', reason: 'START', by: 'CONTACT', text: body, group: { name: 'VIP' } },
      ])
      expect(await balance()).toEqual({ sms: 8, mms: 0, reserved: { sms: 0, mms: 0 } })
      expect(await eventTypes()).toEqual(['message.received'])
      expect(await reread(vip)).toMatchObject({ contactCount: 0 })
    },
  )

  test('of a known contact does not change the contact', async () => {
    const { text, contact, group, consentOf, contactAt } = await open()
    const ann = await contact({ firstName: 'Ann' })
    await group({ isDefault: true })
    await text('START')
    expect(await contactAt()).toEqual(ann)
    expect(await consentOf()).toMatchObject({ state: 'pending' })
  })

  test('sends only one confirmation, and no other while the contact is pending or active', async () => {
    const { text, texts, group, consentOf } = await open()
    await group({ isDefault: true })
    await Promise.all([text('START'), text('START')])
    expect(texts).toHaveLength(1)
    expect(await text('START')).toMatchObject({ keyword: 'start', reply: null })
    await text('YES')
    const before = await consentOf()
    await text('START')
    expect(texts).toHaveLength(1)
    expect(await consentOf()).toEqual(before)
  })

  test('sends another confirmation if the provider refused the last one, and then no more', async () => {
    const { text, texts, script, group, consentOf } = await open()
    await group({ isDefault: true })
    await text('STOP')
    script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
    for (const body of ['START', 'START', 'START']) await text(body)
    const confirmations = texts.filter(({ body }) => body.includes('YES'))
    expect(confirmations).toHaveLength(2)
    await text('YES')
    expect(await consentOf()).toMatchObject({ state: 'opted_in', groups: [{}] })
  })

  test('of a contact pending in another group adds a second membership, and one YES confirms both', async () => {
    const { text, contact, group, member, consentOf } = await open()
    await member(await contact(), await group({ name: 'Other' }), { state: 'pending' })
    await group({ name: 'VIP', isDefault: true })
    for (const body of ['START', 'YES']) await text(body)
    expect((await consentOf()).groups).toHaveLength(2)
  })

  test.each([
    ['without a default group', [{}], false],
    ['without an active number to send from', [{ status: 'inactive' }], true],
  ] as const)('%s is only stored', async (_, senders, isDefault) => {
    const { text, texts, group, messages, contactAt, consentOf } = await open({ senders })
    await group({ isDefault })
    expect(await text('START')).toMatchObject({ isHandled: true })
    expect(texts).toEqual([])
    expect(await messages()).toHaveLength(1)
    expect(await contactAt()).toBeNull()
    expect(await consentOf()).toMatchObject({ state: 'none', log: [] })
  })

  test('sends the confirmation from the group’s number if active, or else from the first active number', async () => {
    const [own, first] = ['+12025550188', '+12025550177']
    const senders = [{ status: 'inactive' }, { number: own, createdAt: after(2) }, { number: first }] as const
    const { text, texts, run, group, account } = await open({ senders })
    await group({ isDefault: true, sender: own })
    await text('START')
    await run((stores) => stores.senders.put(aSender({ account: account.id, number: own, status: 'inactive' })))
    await text('START', { from: BOB })
    expect(texts.map(({ from }) => from)).toEqual([own, first])
  })

  test('without enough credits records the confirmation as failed, and changes nothing else', async () => {
    const { text, texts, group, messages, contactAt, consentOf, balance, eventTypes } = await open({ credits: 1 })
    await group({ isDefault: true })
    expect(await text('START')).toMatchObject({ isHandled: true })
    expect(texts).toEqual([])
    expect(await contactAt()).toBeNull()
    expect(await consentOf()).toMatchObject({ state: 'none', pendingGroups: [], log: [] })
    expect(await balance()).toEqual({ sms: 1, mms: 0, reserved: { sms: 0, mms: 0 } })
    const [failed, received] = await messages()
    expect(failed).toMatchObject({
      purpose: 'confirmation',
      status: 'failed',
      failure: { type: 'insufficient_credits' },
    })
    expect(received).toMatchObject({ direction: 'inbound', body: 'START' })
    expect((await eventTypes()).sort()).toEqual(['message.failed', 'message.received'])
  })

  test('adds no second contact if the same contact is added concurrently', async () => {
    const { text, run, account, group, consentOf } = await open()
    await group({ isDefault: true })
    await Promise.all([text('START'), run(({ contacts }) => contacts.add([aContact({ account: account.id })]))])
    expect(await run(({ contacts }) => contacts.after(account.id, null, 10))).toHaveLength(1)
    expect(await consentOf()).toMatchObject({ state: 'pending' })
  })
})
