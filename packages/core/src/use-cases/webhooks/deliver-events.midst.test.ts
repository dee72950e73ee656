import {
  NOW,
  WEBHOOK_SECRET,
  after,
  aWebhookResponse,
  manualResponses,
  waitUntil,
  webhookFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { ChangeWebhook } from './change-webhook.js'
import { RemoveWebhook } from './remove-webhook.js'
import { ReplayEvents } from './replay-events.js'
import { RotateWebhookSecret } from './rotate-webhook-secret.js'

/**
 * Actions of operators on an endpoint during a burst of posts to it: 32 of 40 events are posted. The state that was
 * read for the other events is then too old, so it is read again before they are posted.
 */
async function openMidst() {
  const fixture = await webhookFixture(inMemory({ now: NOW }))
  const { account, webhookSender, clock } = fixture
  const endpoint = await fixture.hook()
  const events = (await fixture.happen(40)).map(({ id }) => id)
  await fixture.relay()
  const responses = manualResponses(webhookSender)
  const [job] = await fixture.claim()
  const ended = fixture.worker().deliver(job!)
  await webhookSender.untilPosted(32)
  clock.advance(51)
  const name = { accountName: account.name, id: endpoint.id }
  const counts = async () => {
    const all = (await fixture.deliveries(endpoint)).map(({ status }) => status)
    return {
      delivered: all.filter((one) => one === 'delivered').length,
      pending: all.filter((one) => one === 'pending').length,
    }
  }
  return {
    ...fixture,
    endpoint,
    events,
    responses,
    ended,
    counts,
    dueJobs: async () => {
      clock.advance(10 ** 9)
      return [...(await fixture.claim('webhooks')), ...(await fixture.claim('slow-webhooks'))]
    },
    change: (given: { url?: string; isEnabled?: boolean }) => new ChangeWebhook(fixture).execute({ ...name, ...given }),
    remove: () => new RemoveWebhook(fixture).execute(name),
    rotate: (secret: string) => new RotateWebhookSecret(fixture).execute({ ...name, secret }),
    replay: (event: string) => new ReplayEvents(fixture).execute({ ...name, which: { event } }),
  }
}

describe('an endpoint that is removed during a burst', () => {
  test('gets nothing more, and the responses to posts in flight are ignored', async () => {
    const { remove, responses, ended, webhookSender, stored, endpoint, dueJobs, failures } = await openMidst()
    await remove()
    responses.respond(204, responses.waiting()[0]!.id)
    responses.respond()
    await ended
    expect(webhookSender.posts).toHaveLength(32)
    expect(await stored(endpoint)).toBeNull()
    expect(await dueJobs()).toEqual([])
    expect(failures).toEqual([])
  })
})

test('a job that starts after its endpoint was removed is deleted', async () => {
  const { hook, happen, relay, run, work, claim, clock, failures } = await webhookFixture(inMemory({ now: NOW }))
  const { account, id } = await hook()
  await happen()
  await relay()
  await run(({ webhookEndpoints }) => webhookEndpoints.remove(account, id))
  await work()
  clock.advance(10 ** 9)
  expect([await claim(), failures]).toEqual([[], []])
})

describe('an endpoint that is disabled during a burst', () => {
  test('gets nothing more; posts in flight are settled, and pending deliveries keep waiting', async () => {
    const { change, responses, ended, webhookSender, counts, dueJobs } = await openMidst()
    await change({ isEnabled: false })
    responses.respond()
    await ended
    expect(webhookSender.posts).toHaveLength(32)
    expect(await counts()).toEqual({ delivered: 32, pending: 8 })
    expect(await dueJobs()).toEqual([])
  })

  test('gets the pending deliveries once it is enabled', async () => {
    const { change, responses, ended, webhookSender, counts, work } = await openMidst()
    await change({ isEnabled: false })
    responses.respond()
    await ended
    webhookSender.answerBy(() => aWebhookResponse(204))
    await change({ isEnabled: true })
    await work()
    expect(webhookSender.posts).toHaveLength(40)
    expect(await counts()).toEqual({ delivered: 40, pending: 0 })
  })

  test('and enabled again before the first response continues as if it had not been disabled', async () => {
    const { change, responses, ended, webhookSender, counts } = await openMidst()
    await change({ isEnabled: false })
    await change({ isEnabled: true })
    responses.respond()
    await webhookSender.untilPosted(40)
    responses.respond()
    await ended
    expect(await counts()).toEqual({ delivered: 40, pending: 0 })
  })

  test('by a 410 response gets nothing more', async () => {
    const { responses, ended, webhookSender, stored, endpoint, counts, clock, dueJobs } = await openMidst()
    const [first, ...others] = responses.waiting().map(({ id }) => id)
    responses.respond(410, first!)
    await waitUntil(async () => (await stored(endpoint))!.disabled !== null)
    responses.respond(204, ...others)
    await ended
    expect(await stored(endpoint)).toMatchObject({ disabled: { at: clock.now(), reason: 'gone' } })
    expect(webhookSender.posts).toHaveLength(32)
    expect(await counts()).toEqual({ delivered: 31, pending: 9 })
    expect(await dueJobs()).toEqual([])
  })
})

describe('an endpoint whose URL changes during a burst', () => {
  test('gets the remaining events at the new URL, and failures of the old URL do not count', async () => {
    const { change, responses, ended, webhookSender, stored, endpoint } = await openMidst()
    await change({ url: 'https://new.example.com/hook' })
    responses.respond(410)
    await webhookSender.untilPosted(40)
    responses.respond(204)
    await ended
    const urls = webhookSender.posts.map(({ url }) => url)
    expect(urls.slice(0, 32)).toEqual(Array(32).fill(endpoint.url))
    expect(urls.slice(32)).toEqual(Array(8).fill('https://new.example.com/hook'))
    expect(await stored(endpoint)).toMatchObject({ disabled: null, failingSince: null })
  })
})

describe('a secret that is rotated during a burst', () => {
  test('signs later posts, together with the previous secret', async () => {
    const { rotate, responses, ended, webhookSender } = await openMidst()
    const fresh = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
    await rotate(fresh)
    responses.respond()
    await webhookSender.untilPosted(40)
    responses.respond()
    await ended
    const signers = webhookSender.posts.map(({ secrets }) => secrets)
    expect(signers.slice(0, 32)).toEqual(Array(32).fill([WEBHOOK_SECRET]))
    expect(signers.slice(32)).toEqual(Array(8).fill([fresh, WEBHOOK_SECRET]))
  })
})

describe('an event that is replayed during a burst', () => {
  test('while a retry is in flight restarts its tries, and both tries are in the log', async () => {
    const fixture = await webhookFixture(inMemory({ now: NOW }))
    const { hook, happen, relay, work, claim, worker, webhookSender, find, clock, account, nextAt } = fixture
    const endpoint = await hook()
    const [event] = await happen()
    webhookSender.nextAnswers.push(aWebhookResponse(500), aWebhookResponse(500))
    await relay()
    for (let i = 0; i < 2; i++) {
      await work()
      clock.set((await nextAt(endpoint))!)
    }
    const responses = manualResponses(webhookSender)
    const [job] = await claim()
    const ended = worker().deliver(job!)
    await webhookSender.untilPosted(3)
    const name = { accountName: account.name, id: endpoint.id }
    expect(await new ReplayEvents(fixture).execute({ ...name, which: { event: event!.id } })).toBe(1)
    responses.respond(500)
    await webhookSender.untilPosted(4)
    responses.respond(500)
    await ended
    const now = clock.now()
    const found = (await find(endpoint, event!.id))!
    expect(found.attempts.map(({ number }) => number)).toEqual([1, 2, 3, 4])
    expect(found.delivery).toMatchObject({ status: 'pending', tries: 1, attempts: 4 })
    expect(found.delivery.nextAt!.getTime() - now.getTime()).toBeGreaterThanOrEqual(5_000)
    expect(found.delivery.nextAt!.getTime() - now.getTime()).toBeLessThanOrEqual(5_500)
  })

  test('after it was delivered, while others are in flight, is posted in the same burst', async () => {
    const { replay, responses, ended, webhookSender, events, find, endpoint } = await openMidst()
    const [first] = events
    responses.respond(204, first!)
    await waitUntil(async () => (await find(endpoint, first!))!.delivery.status !== 'pending')
    await replay(first!)
    await responses.respondAll()
    await ended
    expect(webhookSender.posts.filter(({ id }) => id === first)).toHaveLength(2)
    expect(await find(endpoint, first!)).toMatchObject({ delivery: { status: 'delivered', tries: 1, attempts: 2 } })
  })
})

test('events that arrive at the end of a burst are posted in the next one, and never lost', async () => {
  const { responses, ended, webhookSender, clock, happen, relay, work, counts } = await openMidst()
  clock.set(after(4))
  await happen(2)
  await relay()
  responses.respond()
  await ended
  expect(await counts()).toEqual({ delivered: 32, pending: 10 })
  webhookSender.answerBy(() => aWebhookResponse(204))
  await work()
  expect(await counts()).toEqual({ delivered: 42, pending: 0 })
})
