import { after, broadcastingFixture, memberNumber, NOW, type BroadcastingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Recipients } from '../../model/broadcasts/recipients.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

const open = (given?: BroadcastingGiven) => broadcastingFixture(inMemory({ now: NOW }), given)

function to(phones: readonly string[], given: Partial<Recipients<string>> = {}): Recipients<string> {
  return { phones, keys: null, bodies: null, mediaUrls: null, ...given }
}

describe('when a request is accepted,', () => {
  test('a broadcast is queued for all recipients who have opted in', async () => {
    const { start, phones, read } = await open({ members: 150 })
    const { broadcast, replayed } = await start()
    expect(broadcast).toMatchObject({ totalRecipients: 150, status: 'queued', body: 'Hello', from: '+12025550100' })
    expect(broadcast.id).toMatch(/^brc_[0-9a-z]{26}$/)
    expect(replayed).toBe(false)
    expect((await read(broadcast.id)).counts).toEqual({ queued: phones.length, sent: 0, failed: 0, delivered: 0 })
  })

  test('the id of a batch has its own prefix, and the batch is not found as a broadcast', async () => {
    const { start, read } = await open()
    const recipients = to([memberNumber(1)], { bodies: ['Hi'] })
    const { broadcast } = await start({ kind: 'batch', body: null, recipients })
    expect(broadcast.id).toMatch(/^bat_[0-9a-z]{26}$/)
    await expect(read(broadcast.id.replace('bat_', 'brc_'))).rejects.toMatchObject({ code: 'broadcast-not-found' })
  })

  test('recipients who have not opted in or have opted out are dropped silently, and not charged', async () => {
    const { start, optOutNumber, phones, credits } = await open({ members: 10, credits: 100 })
    await optOutNumber(phones[3]!)
    const { broadcast } = await start({ recipients: to([...phones, '+13035559999']) })
    expect(broadcast.totalRecipients).toBe(9)
    expect(await credits()).toEqual({ sms: 82, mms: 0, reserved: { sms: 18, mms: 0 } })
  })

  test('an MMS costs two SMS credits for each recipient, and no MMS credits', async () => {
    const { start, credits } = await open({ members: 10, credits: 100 })
    await start({ mediaUrl: 'https://example.com/a.png' })
    expect(await credits()).toEqual({ sms: 80, mms: 0, reserved: { sms: 20, mms: 0 } })
  })
})

describe('a request is refused for', () => {
  test.each([
    ['an invalid number, reported by index', to([memberNumber(0), '12']), 'invalid-phone-number', 'recipients[1].to'],
    [
      'the same number twice',
      to([memberNumber(0), memberNumber(1), memberNumber(0)]),
      'duplicate-recipients',
      'recipients must not contain duplicate phone numbers: recipients[0] and recipients[2]',
    ],
    ['only recipients who have not opted in', to(['+13035559999', '+13035559998']), 'recipient-not-opted-in', ''],
    ['an empty list of recipients', to([]), 'invalid-input', 'recipients must not be empty'],
    [
      'too many recipients',
      to(Array.from({ length: 50_001 }, () => memberNumber(0))),
      'invalid-input',
      'recipients must have at most 50000 entries, got 50001',
    ],
    [
      'an invalid key, whose index is reported',
      to([memberNumber(0), memberNumber(1)], { keys: [null, 'a,b'] }),
      'invalid-input',
      'recipients[1].idempotencyKey',
    ],
    ['an empty key', to([memberNumber(0)], { keys: [''] }), 'invalid-input', 'recipients[0].idempotencyKey'],
  ])('%s', async (_, recipients, code, words) => {
    const { start, credits } = await open({ credits: 10 })
    await expect(start({ recipients })).rejects.toMatchObject({ code, message: expect.stringContaining(words) })
    expect((await credits()).reserved.sms).toBe(0)
  })

  test('only recipients who have opted out; the error differs if another recipient never opted in', async () => {
    const { start, optOutNumber, phones } = await open({ members: 3 })
    for (const phone of phones) await optOutNumber(phone)
    await expect(start()).rejects.toMatchObject({ code: 'recipient-opted-out' })
    const recipients = to([...phones, '+13035559999'])
    await expect(start({ recipients })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
  })

  test('an unassigned sender, an inactive sender, and media from a sender that cannot send it', async () => {
    const { start } = await open()
    await expect(start({ from: '+12025550199' })).rejects.toMatchObject({ code: 'sender-not-assigned' })
    const inactive = await open({ sender: { status: 'inactive' } })
    await expect(inactive.start()).rejects.toMatchObject({ code: 'sender-not-active' })
    const smsOnly = await open({ sender: { mms: false } })
    const media = smsOnly.start({ mediaUrl: 'https://example.com/a.png' })
    await expect(media).rejects.toMatchObject({ code: 'invalid-input' })
  })

  test('a public shortener in a body of a batch, whose index is reported', async () => {
    const { start, phones } = await open({ members: 3 })
    const recipients = to(phones, { bodies: ['Hi', 'Hi', 'bit.ly/x'] })
    const refused = start({ kind: 'batch', body: null, recipients })
    const words = expect.stringContaining('recipients[2].body')
    await expect(refused).rejects.toMatchObject({
      code: 'compliance-violation',
      message: words,
      details: { recipient: 2 },
    })
  })

  test('too few credits or too little quota for all recipients, and nothing is stored', async () => {
    const poor = await open({ members: 10, credits: 19 })
    await expect(poor.start({ idempotencyKey: 'k1' })).rejects.toMatchObject({
      code: 'insufficient-credits',
      details: { required: { sms: 20, mms: 0 }, available: { sms: 19, mms: 0 } },
    })
    expect((await poor.start({ idempotencyKey: 'k1', recipients: to(poor.phones.slice(0, 9)) })).replayed).toBe(false)
    const few = await open({ members: 10, credits: 100, account: { dailyMessageQuota: 15 } })
    await few.start()
    await expect(few.start()).rejects.toMatchObject({ code: 'quota-reached' })
    await few.start({ recipients: to(few.phones.slice(0, 5)) })
    few.clock.advance(86_400_000)
    expect((await few.start()).broadcast.totalRecipients).toBe(10)
  })
})

describe('with idempotency keys,', () => {
  test('a repeat of the request, whatever its content, gets the first response and sends nothing', async () => {
    const { start, credits } = await open({ members: 10, credits: 100 })
    const first = await start({ idempotencyKey: 'order-1' })
    const again = await start({ idempotencyKey: 'order-1', recipients: to(['nonsense']), from: 'nobody' })
    expect(again).toEqual({ broadcast: first.broadcast, replayed: true })
    expect((await credits()).reserved.sms).toBe(20)
  })

  test('a key is valid for 48 hours, and for one kind of request', async () => {
    const { start, clock, phones } = await open({ members: 10, credits: 200 })
    const first = await start({ idempotencyKey: 'order-1' })
    const batch = { kind: 'batch', body: null, recipients: to(phones, { bodies: phones.map(() => 'Hi') }) } as const
    expect((await start({ ...batch, idempotencyKey: 'order-1' })).replayed).toBe(false)
    clock.advance(48 * 3_600_000)
    const later = await start({ idempotencyKey: 'order-1' })
    expect(later.broadcast.id).not.toBe(first.broadcast.id)
  })

  const keyed = (phones: readonly PhoneNumber[]) => to(phones, { keys: phones.map((_, i) => `key-${i}`) })

  test('a recipient whose key was used is not accepted, not counted, and not charged', async () => {
    const { start, phones, credits } = await open({ members: 10, credits: 100 })
    await start({ recipients: keyed(phones.slice(0, 4)) })
    const { broadcast } = await start({ recipients: keyed(phones) })
    expect(broadcast.totalRecipients).toBe(6)
    expect((await credits()).reserved.sms).toBe(20)
  })

  test('if all keys were used, nothing is sent and the broadcast completes at once', async () => {
    const { start, phones, read } = await open({ members: 10, credits: 100 })
    await start({ recipients: keyed(phones) })
    const { broadcast } = await start({ recipients: keyed(phones) })
    expect(broadcast).toMatchObject({ totalRecipients: 0, status: 'queued' })
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', completedAt: NOW.toISOString() })
  })

  test('a repeat with some recipients who were never accepted is not an error', async () => {
    const { start, phones } = await open({ members: 2, credits: 100 })
    const recipients = to([...phones, '+13035559999'], { keys: ['k0', 'k1', 'k2'] })
    expect((await start({ recipients })).broadcast.totalRecipients).toBe(2)
    expect((await start({ recipients })).broadcast.totalRecipients).toBe(0)
  })

  test('the same key for another phone number counts as a different key', async () => {
    const { start, phones } = await open({ members: 2, credits: 100 })
    const { broadcast } = await start({ recipients: to(phones, { keys: ['same', 'same'] }) })
    expect(broadcast.totalRecipients).toBe(2)
  })

  test('a key may be used again 48 hours after its message was sent', async () => {
    const { start, phones, work, clock } = await open({ members: 2, credits: 100 })
    await start({ recipients: keyed(phones) })
    await work()
    clock.set(after(48 * 3_600 - 1))
    expect((await start({ recipients: keyed(phones) })).broadcast.totalRecipients).toBe(0)
    clock.set(after(48 * 3_600))
    expect((await start({ recipients: keyed(phones) })).broadcast.totalRecipients).toBe(2)
  })
})
