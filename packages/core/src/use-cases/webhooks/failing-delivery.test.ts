import { NOW, aWebhookResponse, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { RETRY_DELAYS_MS } from '../../model/webhooks/delivery-retries.js'
import { FAILING_MAX_MS } from '../../model/webhooks/endpoint-health.js'

const HOUR_MS = 3_600_000

/** An endpoint that always responds with 500, and a clock that the test moves from try to try. */
async function openFailing() {
  const fixture = await webhookFixture(inMemory({ now: NOW }))
  const { clock, webhookSender, work, nextAt, relay, happen } = fixture
  const endpoint = await fixture.hook()
  webhookSender.answerBy(() => aWebhookResponse(500))
  const event = async () => {
    const [emitted] = await happen()
    await relay()
    await work()
    return emitted!
  }
  /** Runs all tries before the given time, and checks that none is made a millisecond early. */
  const goOn = async (until = Infinity) => {
    for (let next = await nextAt(endpoint); next !== null && next.getTime() < until; next = await nextAt(endpoint)) {
      const before = webhookSender.posts.length
      clock.set(new Date(next.getTime() - 1))
      await work()
      expect(webhookSender.posts).toHaveLength(before)
      clock.set(next)
      await work()
      expect(webhookSender.posts).toHaveLength(before + 1)
    }
  }
  return { ...fixture, endpoint, event, goOn }
}

describe('a failing delivery', () => {
  test('is tried only ten times in about 76 hours, with delays up to a tenth longer than planned', async () => {
    const { event, goOn, find, endpoint, webhookSender, work, clock, failures } = await openFailing()
    const laterEvent = await event()
    await goOn()
    const { posts } = webhookSender
    const waits = posts.slice(1).map(({ at }, i) => at.getTime() - posts[i]!.at.getTime())
    expect(waits).toHaveLength(9)
    for (const [i, delayMs] of RETRY_DELAYS_MS.entries()) {
      expect(waits[i]).toBeGreaterThanOrEqual(delayMs)
      expect(waits[i]).toBeLessThanOrEqual(delayMs * 1.1)
    }
    const hours = (posts.at(-1)!.at.getTime() - NOW.getTime()) / HOUR_MS
    expect(hours).toBeGreaterThan(75.5)
    expect(hours).toBeLessThan(83.2)
    const found = (await find(endpoint, laterEvent.id))!
    expect(found.delivery).toMatchObject({ status: 'failed', tries: 10, attempts: 10, endedAt: posts.at(-1)!.at })
    expect(found.attempts.map(({ number, at }) => [number, at])).toEqual(posts.map(({ at }, i) => [i + 1, at]))
    clock.advance(30 * 24 * HOUR_MS)
    await work()
    expect(posts).toHaveLength(10)
    expect(failures).toEqual([])
  })

  test('starts over after a replay: with the first try, and then with the first delay of 5 seconds', async () => {
    const { event, goOn, run, endpoint, clock, work, webhookSender, find, happen, relay } = await openFailing()
    const emitted = await event()
    await goOn()
    const now = clock.now()
    await run((stores) => stores.deliveries.replay(endpoint, { event: emitted.id }, { now, limit: 1 }))
    await happen()
    await relay()
    await work()
    const [first] = webhookSender.posts.slice(10).filter(({ id }) => id === emitted.id)
    expect(first!.at).toEqual(now)
    const { delivery } = (await find(endpoint, emitted.id))!
    expect(delivery).toMatchObject({ status: 'pending', tries: 1, attempts: 11 })
    expect(delivery.nextAt!.getTime() - now.getTime()).toBeLessThanOrEqual(5_500)
  })

  test('is not tried again after the first success', async () => {
    const { event, goOn, find, endpoint, webhookSender, stored } = await openFailing()
    webhookSender.nextAnswers.push(...[500, 503, 404, 200].map((status) => aWebhookResponse(status)))
    const emitted = await event()
    await goOn()
    expect(webhookSender.posts).toHaveLength(4)
    expect(await find(endpoint, emitted.id)).toMatchObject({ delivery: { status: 'delivered', tries: 4 } })
    expect(await stored(endpoint)).toMatchObject({ failingSince: null })
  })
})

describe('an endpoint that always fails', () => {
  const disabledOf = async ({ stored, endpoint }: Awaited<ReturnType<typeof openFailing>>) =>
    (await stored(endpoint))!.disabled

  test('is disabled by the first failure after 5 days, and pending deliveries keep waiting', async () => {
    const fixture = await openFailing()
    const { event, goOn, clock, stored, endpoint, webhookSender, work, find } = fixture
    const endsAt = NOW.getTime() + FAILING_MAX_MS
    await event()
    await goOn()
    clock.set(new Date(endsAt - 24 * HOUR_MS))
    const waiting = await event()
    await goOn(endsAt)
    expect(clock.now().getTime()).toBeLessThan(endsAt)
    expect(await disabledOf(fixture)).toBeNull()
    clock.set(new Date(endsAt - 1))
    await event()
    expect(await disabledOf(fixture)).toBeNull()
    clock.set(new Date(endsAt))
    const last = await event()
    expect(await stored(endpoint)).toMatchObject({
      failingSince: NOW,
      disabled: { at: clock.now(), reason: 'failing' },
    })
    const { length } = webhookSender.posts
    clock.advance(30 * 24 * HOUR_MS)
    await work()
    expect(webhookSender.posts).toHaveLength(length)
    for (const { id } of [waiting, last])
      expect(await find(endpoint, id)).toMatchObject({ delivery: { status: 'pending' } })
  })

  test('is not disabled if one delivery succeeds within the 5 days', async () => {
    const fixture = await openFailing()
    const { event, clock, webhookSender } = fixture
    await event()
    clock.set(new Date(NOW.getTime() + FAILING_MAX_MS - 1))
    webhookSender.nextAnswers.push(aWebhookResponse(200), aWebhookResponse(200))
    await event()
    clock.set(new Date(NOW.getTime() + FAILING_MAX_MS + 10 * HOUR_MS))
    await event()
    expect(await disabledOf(fixture)).toBeNull()
  })
})
