import { broadcastingFixture, ids, memberNumber, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { Condition } from '../../model/filters/condition.js'
import { parsePhoneNumber } from '../../values/phone/phone-number.js'
import { Once } from '../idempotency/once.js'
import { PreviewBroadcastForAudience } from './preview-broadcast-for-audience.js'
import { StartBroadcastForAudience, type StartForAudienceInput } from './start-broadcast.js'

const EVERYBODY: Condition = { all: [] }
const ANNS: Condition = { firstName: { eq: 'Ann' } }

async function open({ credits = 1_000, members = 4 } = {}) {
  const adapters = inMemory({ now: NOW })
  const fixture = await broadcastingFixture(adapters, { members, credits })
  const { account, from, phones } = fixture
  await fixture.contacts(...phones.map((phone, i) => ({ phone, firstName: i % 2 === 0 ? 'Ann' : 'Bob' })))
  const input = { account, from, body: 'Hello', mediaUrl: null, idempotencyKey: null }
  const of = (condition: Condition, given: Partial<StartForAudienceInput> = {}): StartForAudienceInput => ({
    ...input,
    audience: { kind: 'filter', condition },
    ...given,
  })
  const useCase = new StartBroadcastForAudience({ ...adapters, once: new Once(adapters) })
  return {
    ...fixture,
    startFor: (condition: Condition, given: Partial<StartForAudienceInput> = {}) =>
      useCase.execute(of(condition, given)),
    preview: (condition: Condition) => new PreviewBroadcastForAudience(adapters).execute(of(condition)),
    sentTo: () => fixture.provider.submitted.map(({ to }) => to),
  }
}

test('a broadcast to an audience is sent to the contacts that it finds now, and that may be texted', async () => {
  const { startFor, optOutNumber, contact, work, sentTo, read, credits } = await open()
  await optOutNumber(memberNumber(2))
  const { broadcast } = await startFor(ANNS)
  expect(broadcast).toMatchObject({ totalRecipients: 1, status: 'queued', body: 'Hello' })
  expect(await credits()).toMatchObject({ reserved: { sms: 2 } })
  await contact({ phone: parsePhoneNumber('+12025550177'), firstName: 'Ann' })
  await work()
  expect(sentTo()).toEqual([memberNumber(0)])
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 1 } })
})

test('the audience may be everybody, of any number', async () => {
  const { startFor, work, sentTo, phones } = await open({ members: 2_345, credits: 10_000 })
  expect((await startFor(EVERYBODY)).broadcast.totalRecipients).toBe(2_345)
  await work()
  expect(sentTo().toSorted()).toEqual(phones.toSorted())
})

test('a repeat with its key gets the first answer, and sends nothing', async () => {
  const { startFor, work, sentTo } = await open()
  const first = await startFor(ANNS, { idempotencyKey: 'once' })
  const second = await startFor(EVERYBODY, { idempotencyKey: 'once' })
  expect([first.replayed, second.replayed]).toEqual([false, true])
  expect(second.broadcast).toEqual(first.broadcast)
  await work()
  expect(sentTo()).toHaveLength(2)
})

test.each<[string, Condition, object]>([
  [
    'that finds no contact',
    { firstName: { eq: 'Zoe' } },
    { code: 'invalid-input', details: { fields: [{ field: 'audience', message: 'has no contacts' }] } },
  ],
  ['in which all have opted out', { lastName: { eq: 'Out' } }, { code: 'recipient-opted-out' }],
  ['in which nobody has opted in', { lastName: { eq: 'None' } }, { code: 'recipient-not-opted-in' }],
  ['with an unknown group', { groups: { ids: { notIn: [ids.next('grp')] } } }, { code: 'group-not-found' }],
])('an audience %s is refused, and nothing is reserved', async (_, condition, expected) => {
  const { startFor, contact, optOutNumber, credits } = await open()
  const [out, none] = ['+12025550177', '+12025550178'].map(parsePhoneNumber)
  await contact({ phone: out!, lastName: 'Out' })
  await contact({ phone: none!, lastName: 'None' })
  await optOutNumber(out!)
  await expect(startFor(condition)).rejects.toMatchObject(expected)
  expect(await credits()).toMatchObject({ sms: 1_000, reserved: { sms: 0 } })
})

test('an audience that the credits do not suffice for is refused, and leaves nothing behind', async () => {
  const { startFor, run, account, work, sentTo } = await open({ credits: 7 })
  await expect(startFor(EVERYBODY)).rejects.toMatchObject({ code: 'insufficient-credits' })
  await work()
  expect(sentTo()).toEqual([])
  expect(await run(({ credits }) => credits.balance(account.id))).toMatchObject({ sms: 7 })
})

test('the preview counts who would be texted, and why others would not', async () => {
  const { preview, optOutNumber, contact, credits } = await open()
  await optOutNumber(memberNumber(2))
  await contact({ phone: parsePhoneNumber('+12025550177'), firstName: 'Ann' })
  expect(await preview(ANNS)).toMatchObject({
    recipients: { submitted: 3, accepted: 1, dropped: { optedOut: 1, notOptedIn: 1 } },
    credits: { required: { sms: 2 } },
    samples: [{ to: memberNumber(0), body: 'Hello' }],
  })
  expect(await credits()).toMatchObject({ reserved: { sms: 0 } })
})
