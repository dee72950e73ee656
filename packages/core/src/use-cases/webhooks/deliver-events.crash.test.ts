import {
  NOW,
  after,
  aWebhookResponse,
  manualResponses,
  crashingProcess,
  nextTick,
  unacknowledgedCommits,
  waitUntil,
  webhookFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { JOB_LEASE_MS } from '../../model/jobs/job.js'
import type { WebhookResponse, WebhookPost } from '../../ports/webhook-sender.js'

const open = () => webhookFixture(inMemory({ now: NOW }))

/** One endpoint with the given number of pending events. */
async function openWith(many: number) {
  const fixture = await open()
  const endpoint = await fixture.hook()
  const events = (await fixture.happen(many)).map(({ id }) => id)
  await fixture.relay()
  const found = (n: number) => fixture.find(endpoint, events[n]!)
  return { ...fixture, endpoint, events, found, posted: () => fixture.webhookSender.posts.map(({ id }) => id) }
}

describe('a process that crashes', () => {
  test('between the post and storing the response leaves the event to the next process, with the same id and body', async () => {
    const { claim, worker, unitOfWork, webhookSender, work, clock, found, events, posted } = await openWith(1)
    const crashing = crashingProcess(unitOfWork)
    const [job] = await claim()
    crashing.livesFor(1)
    await expect(worker({ unitOfWork: crashing.unitOfWork }).deliver(job!)).rejects.toThrow('died')
    expect(posted()).toEqual(events)
    expect(await found(0)).toMatchObject({ delivery: { status: 'pending', attempts: 0 }, attempts: [] })
    await work()
    expect(webhookSender.posts).toHaveLength(1)
    clock.advance(JOB_LEASE_MS)
    await work()
    expect(posted()).toEqual([...events, ...events])
    expect(webhookSender.posts[0]!.body).toBe(webhookSender.posts[1]!.body)
    expect(await found(0)).toMatchObject({ delivery: { status: 'delivered', attempts: 1 }, attempts: [{ number: 1 }] })
  })

  test.each([0, 1, 2, 3])('after %i units of work loses no event, and counts no attempt twice', async (units) => {
    const { claim, worker, unitOfWork, work, clock, found, events } = await openWith(3)
    const crashing = crashingProcess(unitOfWork)
    const [job] = await claim()
    crashing.livesFor(units)
    await worker({ unitOfWork: crashing.unitOfWork })
      .deliver(job!)
      .catch(() => undefined)
    clock.advance(JOB_LEASE_MS)
    await work()
    for (const n of events.keys()) {
      expect(await found(n)).toMatchObject({ delivery: { status: 'delivered' }, attempts: [{ number: 1 }] })
    }
  })

  test('before it has posted anything leaves the events to its successor', async () => {
    const { claim, work, clock, posted, events } = await openWith(2)
    await claim()
    await work()
    expect(posted()).toEqual([])
    clock.advance(JOB_LEASE_MS)
    await work()
    expect(posted()).toEqual(events)
  })
})

describe('a commit that is not acknowledged', () => {
  test.each([204, 500])('causes no second post and no second count, with response %i', async (status) => {
    const { claim, worker, unitOfWork, webhookSender, posted, events, found, stored, endpoint } = await openWith(3)
    const unacknowledged = unacknowledgedCommits(unitOfWork)
    webhookSender.answerBy(() => aWebhookResponse(status))
    const [job] = await claim()
    unacknowledged.loseReplies()
    await worker({ unitOfWork: unacknowledged }).deliver(job!)
    expect(posted()).toEqual(events)
    for (const n of events.keys()) {
      const delivery = { tries: 1, attempts: 1, status: status === 204 ? 'delivered' : 'pending' }
      expect(await found(n)).toMatchObject({ delivery, attempts: [{ number: 1 }] })
    }
    expect((await stored(endpoint))!.failingSince).toEqual(status === 204 ? null : NOW)
  })
})

describe('a store that fails', () => {
  test('leads to a retry of the job only after all posts in flight have got a response', async () => {
    const { claim, worker, unitOfWork, webhookSender } = await openWith(3)
    const responses = manualResponses(webhookSender)
    const crashing = crashingProcess(unitOfWork)
    const [job] = await claim()
    crashing.livesFor(1)
    let isOver = false
    const ended = worker({ unitOfWork: crashing.unitOfWork })
      .deliver(job!)
      .catch(() => undefined)
      .finally(() => (isOver = true))
    await webhookSender.untilPosted(3)
    responses.respond(204, responses.waiting()[0]!.id)
    await nextTick()
    expect(isOver).toBe(false)
    responses.respond()
    await ended
  })

  test('is reported as a failure, and the job is retried', async () => {
    const { worker, unitOfWork, failures, work, clock, found } = await openWith(1)
    const crashing = crashingProcess(unitOfWork)
    // Three units of work succeed: finding accounts, claiming, reading due deliveries. Storing the responses fails.
    crashing.livesFor(2)
    await worker({ unitOfWork: crashing.unitOfWork }).round('webhooks')
    expect(failures).toMatchObject([{ isDead: false }, { isDead: false }])
    clock.advance(JOB_LEASE_MS)
    await work()
    expect(await found(0)).toMatchObject({ delivery: { status: 'delivered' } })
  })
})

describe('a lease that another worker has taken over', () => {
  test.each([204, 410])('prevents the stale worker, which got the response %i, from storing it', async (status) => {
    const { claim, worker, clock, found, stored, endpoint } = await openWith(1)
    const slow = manualSender()
    const [old] = await claim()
    const late = worker({ webhookSender: slow }).deliver(old!)
    await waitUntil(() => slow.responses.waiting().length > 0)
    clock.advance(JOB_LEASE_MS)
    const [taken] = await claim()
    await worker({ webhookSender: { post: async () => aWebhookResponse(500) } }).deliver(taken!)
    const before = [await found(0), await stored(endpoint)]
    expect(before).toMatchObject([{ delivery: { status: 'pending', tries: 1 } }, { failingSince: clock.now() }])
    slow.responses.respond(status)
    await late
    expect([await found(0), await stored(endpoint)]).toEqual(before)
  })

  test('prevents the stale worker from beginning a post, and leaves the job to the current worker', async () => {
    const { claim, worker, clock, posted } = await openWith(3)
    const [old] = await claim()
    clock.advance(JOB_LEASE_MS)
    const [taken] = await claim()
    await worker().deliver(old!)
    expect(posted()).toEqual([])
    clock.advance(1_000)
    await worker().deliver(taken!)
    expect(posted()).toHaveLength(3)
  })

  test('differs from a lease that has only expired, after which the response is still stored', async () => {
    const { claim, worker, webhookSender, clock, found } = await openWith(1)
    const responses = manualResponses(webhookSender)
    const [job] = await claim()
    const late = worker().deliver(job!)
    await webhookSender.untilPosted(1)
    clock.advance(5_000)
    responses.respond(204)
    clock.set(after(JOB_LEASE_MS / 1_000 + 5))
    await late
    expect(await found(0)).toMatchObject({ delivery: { status: 'delivered' } })
  })
})

/** A sender that gets no response until the test provides one, however late. */
function manualSender() {
  const rules: ((post: WebhookPost) => Promise<WebhookResponse>)[] = []
  const responses = manualResponses({ answerBy: (rule) => void rules.push(rule) })
  return { responses, post: (post: WebhookPost) => rules[0]!(post) }
}
