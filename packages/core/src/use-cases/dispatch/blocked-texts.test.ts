import { broadcastingFixture, memberNumber, NOW, type BroadcastingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'

const BODY = 'See {{contact_first_name}}.{{contact_last_name}}'
const SPLIT = { firstName: 'bit', lastName: 'ly/abc' }
const LEASE_MS = 30_000
const NEVER = new Promise<SubmissionOutcome>(() => undefined)
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }

/** Five recipients, of which the second has a name that makes a link of a public shortener. */
async function open(given: BroadcastingGiven = {}) {
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 5, credits: 10, ...given })
  const { account, run } = fixture
  const contact = await fixture.contact({ phone: memberNumber(1), ...SPLIT })
  const rename = (name: { readonly firstName: string; readonly lastName: string }) =>
    run(({ contacts }) => contacts.save([{ ...contact, ...name }]))
  const keyed = (...keys: string[]) => ({
    phones: keys.map((_, n) => memberNumber(n)),
    keys,
    bodies: null,
    mediaUrls: null,
  })
  const usedKeys = (key: string, phone = memberNumber(1)) =>
    run(({ recipientKeys }) => recipientKeys.used({ account: account.id, phones: [phone], keys: [key], now: NOW }))
  return { ...fixture, rename, keyed, usedKeys }
}

describe('a recipient whose values make the text violate the content policy', () => {
  test('gets a failed message that says what was found, and the others are sent', async () => {
    const { start, work, read, messages, provider, failures } = await open()
    const { broadcast } = await start({ body: BODY })
    await work()
    expect(provider.submitted.map(({ to }) => to)).toEqual([0, 2, 3, 4].map(memberNumber))
    expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { queued: 0, sent: 4, failed: 1 } })
    expect((await messages(broadcast.id, { status: 'failed' })).results).toMatchObject([
      {
        to: memberNumber(1),
        body: BODY,
        status: 'failed',
        errorType: 'content_blocked',
        errorMessage: 'The text that would be sent contains a link of the public shortener bit.ly',
      },
    ])
    expect(failures).toEqual([])
  })

  test('is named by the phrase of the account, not by the values', async () => {
    const compliance = { blockedPhrases: ['BIT-LY'], blockPublicShorteners: false, helpText: null }
    const { start, work, messages } = await open({ account: { compliance } })
    const { broadcast } = await start({ body: BODY })
    await work()
    const { results } = await messages(broadcast.id, { status: 'failed' })
    expect(results).toMatchObject([
      { errorMessage: 'The text that would be sent contains the blocked phrase "BIT-LY"' },
    ])
  })

  test('costs nothing, and is not looked up', async () => {
    const lookedUp: string[] = []
    const lookUp = async (phones: readonly string[]) => {
      lookedUp.push(...phones)
      return phones.map(() => null)
    }
    const { start, work, credits } = await open({ directory: { lookUp } })
    await start({ body: BODY })
    await work()
    expect(await credits()).toEqual({ sms: 6, mms: 0, reserved: { sms: 0, mms: 0 } })
    expect(lookedUp).not.toContain(memberNumber(1))
  })

  test('can be sent the message later under the same key', async () => {
    const { start, work, usedKeys, keyed, rename, read } = await open()
    const request = { kind: 'batch', body: BODY, recipients: keyed('key-a', 'key-b') } as const
    await start(request)
    await work()
    expect(await usedKeys('key-b')).toEqual(new Set())
    expect(await usedKeys('key-a', memberNumber(0))).toEqual(new Set([0]))
    await rename({ firstName: 'Ann', lastName: 'Lee' })
    const again = await start(request)
    await work()
    expect(await read(again.broadcast.id)).toMatchObject({ counts: { queued: 0, sent: 1, failed: 0 } })
  })

  test('is tried again by a retry of the broadcast', async () => {
    const { start, work, retry, rename, read } = await open()
    const { broadcast } = await start({ body: BODY })
    await work()
    await rename({ firstName: 'Ann', lastName: 'Lee' })
    const again = await retry(broadcast.id)
    await work()
    expect(await read(again.broadcast.id)).toMatchObject({ counts: { queued: 0, sent: 1, failed: 0 } })
  })

  test('is reported to webhooks', async () => {
    const { start, work, listenTo, events } = await open()
    await listenTo('message.failed')
    await start({ body: BODY })
    await work()
    expect((await events()).map(({ type, data }) => ({ type, data }))).toMatchObject([
      { type: 'message.failed', data: { message: { to: memberNumber(1), errorType: 'content_blocked' } } },
    ])
  })

  test('stays blocked if the worker dies before the slice ends, even if the contact is changed meanwhile', async () => {
    const { start, provider, worker, work, clock, rename, messages, read } = await open()
    const { broadcast } = await start({ body: BODY })
    provider.script.push(...Array.from({ length: 4 }, () => () => NEVER))
    void worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
    await provider.untilSubmitted(4)
    await rename({ firstName: 'Ann', lastName: 'Lee' })
    clock.advance(LEASE_MS)
    await work()
    expect((await read(broadcast.id)).counts).toMatchObject({ sent: 4, failed: 1 })
    expect((await messages(broadcast.id, { status: 'failed' })).results).toMatchObject([
      { to: memberNumber(1), errorType: 'content_blocked' },
    ])
  })

  test('is blocked in a retry of the slice too', async () => {
    const { start, work, provider, rename, clock, messages } = await open()
    await rename({ firstName: 'Ann', lastName: 'Lee' })
    const { broadcast } = await start({ body: BODY })
    provider.script.push(...Array.from({ length: 5 }, () => THROTTLED))
    await work()
    await rename(SPLIT)
    clock.advance(60_000)
    await work()
    expect((await messages(broadcast.id, { status: 'failed' })).results).toMatchObject([
      { to: memberNumber(1), errorType: 'content_blocked' },
    ])
    expect(provider.submitted.filter(({ body }) => body.includes('bit.ly'))).toEqual([])
  })

  test('may be the only recipient of a slice, which then submits nothing', async () => {
    const { start, work, provider, read, credits } = await open()
    const recipients = { phones: [memberNumber(1)], keys: null, bodies: [BODY], mediaUrls: null }
    const { broadcast } = await start({ kind: 'batch', body: null, recipients })
    await work()
    expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { sent: 0, failed: 1 } })
    expect(provider.submitted).toEqual([])
    expect(await credits()).toEqual({ sms: 10, mms: 0, reserved: { sms: 0, mms: 0 } })
  })
})

test('a recipient without consent fails for that reason, whatever the text would be', async () => {
  const { start, work, optOutNumber, messages } = await open()
  const { broadcast } = await start({ body: BODY })
  await optOutNumber(memberNumber(1))
  await optOutNumber(memberNumber(3))
  await work()
  expect((await messages(broadcast.id, { status: 'failed' })).results.map(({ errorType }) => errorType)).toEqual([
    'opted_out_before_send',
    'opted_out_before_send',
  ])
})

test('recipients stopped for both reasons in one slice each get their own', async () => {
  const { start, work, optOutNumber, messages } = await open()
  const { broadcast } = await start({ body: BODY })
  await optOutNumber(memberNumber(3))
  await work()
  const { results } = await messages(broadcast.id, { status: 'failed' })
  expect(results.map(({ to, errorType }) => [to, errorType])).toEqual([
    [memberNumber(1), 'content_blocked'],
    [memberNumber(3), 'opted_out_before_send'],
  ])
})
