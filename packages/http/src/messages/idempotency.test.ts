import type { SubmissionOutcome } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { ANN, BOB, openMessaging } from '../testing/fixtures/messaging-fixture.js'

const open = () => openMessaging(inMemory())
let fixture: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  fixture = await open()
})

const TRY_LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'opted_out', message: 'Opted out at the carrier' }

describe('a repeat with the same key', () => {
  const keyed = (fields: object = {}) => fixture.send({ idempotencyKey: 'order-1', ...fields })

  test('gets the first response with Idempotent-Replayed, sends nothing and costs nothing', async () => {
    const first = await keyed()
    fixture.clock.advance(60_000)
    const second = await keyed()
    expect([second.status, second.text]).toEqual([201, first.text])
    expect([first, second].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true'])
    expect(fixture.provider.submitted).toHaveLength(1)
    expect((await fixture.credits()).sms).toBe(998)
  })

  test('gets the first response for any body of a valid shape', async () => {
    const first = await keyed()
    for (const other of [
      { to: 'nobody' },
      { to: BOB },
      { from: '+12025550199' },
      { body: 'other' },
      { body: '\u0007' },
      { body: undefined, mediaUrl: 'https://example.com/a.jpg' },
    ]) {
      expect((await keyed(other)).text).toBe(first.text)
    }
    expect((await keyed({ from: 'x' })).body.code).toBe(33400)
  })

  test('gets the first response even if the request would now be refused', async () => {
    const first = await keyed()
    await fixture.textFrom(ANN, 'STOP')
    expect((await keyed()).text).toBe(first.text)
  })

  test('gets the first response even if the status of the message has changed since', async () => {
    fixture.provider.script.push(TRY_LATER)
    const first = await keyed()
    fixture.clock.advance(60_000)
    await fixture.runJobs()
    expect((await keyed()).text).toBe(first.text)
    expect((await fixture.read(first.body.id)).status).toBe('sent')
  })

  test('is a new request 48 hours after the message was sent, and not earlier', async () => {
    const first = await keyed()
    fixture.clock.advance(48 * 3_600_000 - 1)
    expect((await keyed()).body.id).toBe(first.body.id)
    fixture.clock.advance(1)
    expect((await keyed()).body.id).not.toBe(first.body.id)
  })

  test('is sent if the first request was refused or failed: only a success uses up the key', async () => {
    expect((await keyed({ to: BOB })).body.code).toBe(33028)
    expect((await keyed({ body: '\u0007' })).body.code).toBe(33016)
    fixture.provider.script.push(REFUSED)
    const failed = await keyed()
    const sent = await keyed()
    expect([failed.body.status, sent.body.status]).toEqual(['failed', 'sent'])
    expect(sent.headers.has('idempotent-replayed')).toBe(false)
    expect(sent.body.id).not.toBe(failed.body.id)
  })

  test('from another account is a new request', async () => {
    await fixture.openPoor({ credits: { sms: 3 } })
    const mine = await keyed()
    const theirs = await fixture.sendOfPoor({ idempotencyKey: 'order-1' })
    expect([theirs.body.status, theirs.headers.has('idempotent-replayed')]).toEqual(['sent', false])
    expect(theirs.body.id).not.toBe(mine.body.id)
  })

  test('among 20 concurrent requests creates no second message, and all get the same response', async () => {
    const replies = await Promise.all(Array.from({ length: 20 }, () => keyed()))
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies.map(({ status }) => status)).toEqual(Array(20).fill(201))
    expect(replies.filter(({ headers }) => headers.has('idempotent-replayed'))).toHaveLength(19)
    expect(fixture.provider.submitted).toHaveLength(1)
  })

  test('waits 10 seconds for the first request, and is then refused with 33409 and Retry-After', async () => {
    let respond = (_outcome: SubmissionOutcome) => {}
    const reached = new Promise<void>((isReached) => {
      fixture.provider.script.push(() => {
        isReached()
        return new Promise<SubmissionOutcome>((resolve) => (respond = resolve))
      })
    })
    const first = keyed()
    await reached
    const second = keyed()
    while (fixture.clock.nextWakeAt() === null) await new Promise(setImmediate)
    fixture.clock.advance(10_000)
    const { status, body, headers } = await second
    expect([status, body.code, headers.get('retry-after')]).toEqual([409, 33409, '1'])
    respond({ kind: 'accepted', providerId: 'late' })
    expect((await first).body.status).toBe('sent')
    expect((await keyed()).text).toBe((await first).text)
  })
})

test('a request without a key is never a repeat', async () => {
  const [one, two] = [await fixture.send(), await fixture.send()]
  expect(one.body.id).not.toBe(two.body.id)
  expect(fixture.provider.submitted).toHaveLength(2)
})
