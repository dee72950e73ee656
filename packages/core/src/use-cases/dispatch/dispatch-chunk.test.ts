import {
  aConsent,
  broadcastingFixture,
  memberNumber,
  NOW,
  scriptedProvider,
  SUBJECT,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { messageIdAt } from '../../model/broadcasts/message-id-at.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

const open = (given?: BroadcastingGiven) => broadcastingFixture(inMemory({ now: NOW }), { members: 10, ...given })

const HOUR_MS = 3_600_000
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'invalid_destination', message: 'No such number' }
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }

describe('a broadcast', () => {
  test('is sent once to each recipient, in order, and completes', async () => {
    const { start, work, read, messages, provider, phones, failures } = await open()
    const { broadcast } = await start()
    await work()
    expect(provider.submitted.map(({ to }) => to)).toEqual(phones)
    expect(await read(broadcast.id)).toMatchObject({
      status: 'completed',
      counts: { queued: 0, sent: 10, failed: 0, delivered: 0 },
      startedAt: NOW.toISOString(),
      completedAt: NOW.toISOString(),
    })
    const { results } = await messages(broadcast.id)
    expect(results).toHaveLength(10)
    expect(results[0]).toMatchObject({ id: messageIdAt(broadcast.id, 0), body: 'Hello', status: 'sent', to: phones[0] })
    expect(failures).toEqual([])
  })

  test('of several chunks omits no recipient and sends to none twice', async () => {
    const { start, work, read, provider } = await open({ members: 2_500, credits: 5_000 })
    const { broadcast } = await start()
    await work()
    expect(new Set(provider.submitted.map(({ reference }) => reference)).size).toBe(2_500)
    expect(provider.submitted).toHaveLength(2_500)
    expect((await read(broadcast.id)).status).toBe('completed')
  })

  test('captures the credits for recipients that it was sent to, and releases the other credits', async () => {
    const { start, work, credits, provider, read } = await open({ credits: 20 })
    provider.script.push(REFUSED)
    const { broadcast } = await start()
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 9, failed: 1 })
    expect(await credits()).toEqual({ sms: 2, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('releases the look-up credit if the carrier was looked up in the last 30 days', async () => {
    const { start, work, credits, clock } = await open({ credits: 100 })
    await start()
    await work()
    expect((await credits()).sms).toBe(80)
    clock.advance(29 * 24 * HOUR_MS)
    await start()
    await work()
    expect((await credits()).sms).toBe(70)
    clock.advance(2 * 24 * HOUR_MS)
    await start()
    await work()
    expect(await credits()).toEqual({ sms: 50, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('also releases the look-up credit if the look-up fails, and still sends', async () => {
    const directory = { lookUp: async (phones: readonly string[]) => phones.map(() => null) }
    const { start, work, credits, provider } = await open({ credits: 20, directory })
    await start()
    await work()
    expect(provider.submitted).toHaveLength(10)
    expect((await credits()).sms).toBe(10)
  })

  test('checks consent again at dispatch: a contact who has since opted out gets no message', async () => {
    const { start, work, optOutNumber, phones, messages, provider, credits } = await open({ credits: 20 })
    const { broadcast } = await start()
    await optOutNumber(phones[4]!)
    await work()
    expect(provider.submitted.map(({ to }) => to)).not.toContain(phones[4])
    const { results } = await messages(broadcast.id, { status: 'failed' })
    expect(results).toMatchObject([{ to: phones[4], errorType: 'opted_out_before_send' }])
    expect((await credits()).reserved.sms).toBe(0)
  })

  test('reports why a recipient got no message: opted out, no longer in a group, or erased', async () => {
    const { start, work, run, account, optOutNumber, phones, messages, provider, credits, read } = await open()
    const keys = phones.map((_, i) => `key-${i}`)
    const recipients = { phones, keys, bodies: null, mediaUrls: null }
    const { broadcast } = await start({ recipients })
    const [out, removed, erased, outAndErased] = phones as [PhoneNumber, PhoneNumber, PhoneNumber, PhoneNumber]
    for (const phone of [out, outAndErased]) await optOutNumber(phone)
    await run(async ({ consents, erasures }) => {
      await consents.save([aConsent({ account: account.id, phone: removed, activeGroups: 0 })])
      for (const phone of [erased, outAndErased]) {
        await erasures.eraseContact({ account: account.id, phone, subject: SUBJECT })
      }
    })
    await work()
    const { results } = await messages(broadcast.id, { status: 'failed' })
    expect(results.map(({ to, errorType }) => [to, errorType])).toEqual([
      [out, 'opted_out_before_send'],
      [removed, 'not_opted_in_before_send'],
      [erased, 'erased'],
      [outAndErased, 'erased'],
    ])
    expect(provider.submitted.map(({ to }) => to)).toEqual(phones.slice(4))
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 0, sent: 6, failed: 4 })
    expect((await credits()).reserved.sms).toBe(0)
    await run(async ({ recipientKeys }) => {
      const used = await recipientKeys.used({ account: account.id, phones, keys, now: NOW })
      expect(used).toEqual(new Set([4, 5, 6, 7, 8, 9]))
    })
  })

  test('renders each message from the contact book at the time of sending', async () => {
    const { start, work, contacts, phones, provider } = await open()
    await start({ body: 'Hi {{contact_first_name}}!' })
    await contacts({ phone: phones[0]!, firstName: 'Ann' })
    await work()
    expect(provider.submitted.slice(0, 2).map(({ body }) => body)).toEqual(['Hi Ann!', 'Hi !'])
  })

  test('has the status failed if no message was sent', async () => {
    const { start, work, provider, read } = await open()
    provider.script.push(...Array.from({ length: 10 }, () => REFUSED))
    const { broadcast } = await start()
    await work()
    expect((await read(broadcast.id)).status).toBe('failed')
  })

  test('emits the events of its messages and of its end to subscribers', async () => {
    const { start, work, listenTo, events } = await open()
    await listenTo('message.sent', 'broadcast.completed')
    await start()
    await work()
    const types = (await events()).map(({ type }) => type)
    expect(types.filter((type) => type === 'message.sent')).toHaveLength(10)
    expect(types.filter((type) => type === 'broadcast.completed')).toHaveLength(1)
  })
})

describe('a batch', () => {
  test('gives each recipient a separate body and media URL', async () => {
    const { start, work, provider } = await open()
    const phones = [memberNumber(0), memberNumber(1)]
    const mediaUrls = [null, 'https://example.com/b.png']
    const recipients = { phones, keys: null, bodies: ['One', 'Two {{contact_email}}'], mediaUrls }
    await start({ kind: 'batch', body: null, recipients })
    await work()
    expect(provider.submitted).toMatchObject([
      { body: 'One', mediaUrl: null },
      { body: 'Two ', mediaUrl: 'https://example.com/b.png' },
    ])
  })
})

describe('a provider that throttles messages', () => {
  test('is tried again later, and each recipient gets the message once', async () => {
    const { start, work, provider, read, clock } = await open()
    provider.script.push(...Array.from({ length: 10 }, () => THROTTLED))
    const { broadcast } = await start()
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 10, sent: 0 })
    clock.advance(1_000)
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ queued: 0, sent: 10 })
    expect(provider.submitted).toHaveLength(20)
  })

  test('delays only the messages that it throttles', async () => {
    const { start, work, provider, messages, clock } = await open()
    provider.script.push(THROTTLED)
    const { broadcast } = await start()
    await work()
    expect((await messages(broadcast.id, { status: 'queued' })).results).toMatchObject([{ to: memberNumber(0) }])
    clock.advance(1_000)
    await work()
    expect(provider.submitted.at(-1)).toMatchObject({ to: memberNumber(0) })
    expect(provider.submitted).toHaveLength(11)
  })

  test('causes only one look-up charge for each message that it accepts later', async () => {
    const { start, work, provider, clock, credits } = await open({ credits: 20 })
    provider.script.push(...Array.from({ length: 20 }, () => THROTTLED))
    await start()
    for (let round = 0; round < 3; round++) {
      await work()
      clock.advance(5_000)
    }
    expect(await credits()).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('is tried for an hour, and no longer', async () => {
    const { start, work, provider, messages, clock, credits } = await open({ members: 1, credits: 2 })
    provider.script.push(...Array.from({ length: 100 }, () => THROTTLED))
    const { broadcast } = await start()
    for (let minute = 0; minute <= 71; minute++) {
      await work()
      clock.advance(60_000)
    }
    expect((await messages(broadcast.id)).results).toMatchObject([{ errorType: 'provider_unavailable' }])
    expect((await credits()).sms).toBe(2)
  })
})

describe('an unknown outcome', () => {
  test('is resolved by submitting only its message again if the provider deduplicates submissions', async () => {
    const { start, work, provider, read, clock, credits } = await open({ credits: 20 })
    provider.script.push({ kind: 'unknown' })
    const { broadcast } = await start()
    await work()
    expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { queued: 1, sent: 9 } })
    clock.advance(2_000)
    await work()
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { queued: 0, sent: 10 } })
    expect(provider.submitted.at(-1)!.reference).toBe(provider.submitted[0]!.reference)
    expect(await credits()).toEqual({ sms: 0, mms: 0, reserved: { sms: 0, mms: 0 } })
  })

  test('stays unknown if the provider cannot resolve it: the message is never resent and costs nothing', async () => {
    const provider = scriptedProvider({ deduplicates: false })
    const { start, work, messages, clock, credits } = await open({ provider, credits: 20 })
    provider.script.push({ kind: 'unknown' })
    const { broadcast } = await start()
    await work()
    clock.advance(HOUR_MS)
    await work()
    const { results } = await messages(broadcast.id, { status: 'failed' })
    expect(results).toMatchObject([{ errorType: 'unknown_outcome' }])
    expect(provider.submitted).toHaveLength(10)
    expect((await credits()).sms).toBe(2)
  })
})

describe('a sender with a rate', () => {
  test('submits no more messages in any second than its rate allows', async () => {
    const { start, work, provider, read, clock } = await open({ sender: { messagesPerSecond: 4 } })
    const { broadcast } = await start()
    for (const sent of [4, 8, 10]) {
      await work()
      expect(provider.submitted).toHaveLength(sent)
      clock.advance(999)
      await work()
      expect(provider.submitted).toHaveLength(sent)
      clock.advance(1)
    }
    expect((await read(broadcast.id)).status).toBe('completed')
  })
})
