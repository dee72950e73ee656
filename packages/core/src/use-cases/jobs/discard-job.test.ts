import { broadcastingFixture, finishingFixture, NOW, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { JOB_ATTEMPTS_MAX } from '../../model/jobs/job.js'
import { jobIdOf, type JobId } from '../../values/ids.js'
import { ReceiveReceipt } from '../messages/receive-receipt.js'
import { RetryJob } from './dead-jobs.js'
import { DiscardJob } from './discard-job.js'

const PAGE = { page: 1, limit: 10 }
const BACKOFF_MAX_MS = 600_000

describe('the job of a message', () => {
  async function opened(provider = scriptedProvider({ deduplicates: false, canBeAsked: true })) {
    const fixture = await finishingFixture(inMemory(), provider)
    const { run, account, clock } = fixture
    return {
      ...fixture,
      /** Marks the claimed job as dead, as a worker does after the last attempt. */
      die: async () => {
        const [job] = await fixture.claimed()
        await run(({ jobs }) => jobs.markDead(job!, { at: clock.now(), error: 'A bug' }))
        return job!.id
      },
      discard: (id: JobId) => new DiscardJob(fixture).execute({ account: account.id, id }),
      dead: async () => (await run(({ jobs }) => jobs.listDead(account.id, PAGE))).totalCount,
    }
  }

  test('fails a message that no provider has seen, and releases its credits and its key', async () => {
    const { provider, send, clock, die, discard, stored, credits, usedKey, dead, listenTo, events } = await opened()
    await listenTo('message.failed')
    provider.script.push({ kind: 'try-later', afterMs: null })
    await send()
    clock.advance(60_000)
    await discard(await die())
    expect(await stored()).toMatchObject({ status: 'failed', phase: null, failure: { type: 'expired' } })
    expect(await credits()).toMatchObject({ sms: 10, reserved: { sms: 0 } })
    expect([await usedKey(), await dead(), provider.submitted.length]).toEqual([null, 0, 1])
    expect(await events()).toMatchObject([{ type: 'message.failed' }])
  })

  test('leaves the outcome of a message unknown that may have been sent, and keeps its key', async () => {
    const { crashInSubmission, clock, die, discard, stored, usedKey } = await opened()
    await crashInSubmission()
    clock.advance(60_000)
    await discard(await die())
    expect(await stored()).toMatchObject({ status: 'failed', failure: { type: 'unknown_outcome' } })
    expect(await usedKey()).toMatchObject({ answer: { status: 'failed' } })
  })

  test('has sent the message if a receipt proves it', async () => {
    const fixture = await opened()
    await fixture.crashInSubmission()
    fixture.clock.advance(60_000)
    const id = await fixture.die()
    const { account, id: message } = await fixture.stored()
    const at = fixture.clock.now()
    const receipt = { account, message, at, failure: null, carrier: 'main', providerId: 'p1' }
    await new ReceiveReceipt(fixture).execute(receipt)
    await fixture.discard(id)
    expect(await fixture.stored()).toMatchObject({ status: 'sent', providerId: 'p1', deliveredAt: expect.any(Date) })
  })

  test('is only forgotten if a newer job has the same id, or the message has ended', async () => {
    const { provider, send, clock, die, discard, stored, run, account, dead, pass } = await opened()
    provider.script.push({ kind: 'try-later', afterMs: null })
    const { message } = await send()
    clock.advance(60_000)
    const id = await die()
    await run(({ jobs }) =>
      jobs.put([
        {
          ...{ kind: 'finish-message', payload: { message: message.id }, id: jobIdOf(message.id) },
          ...{ account: account.id, lane: 'quick', runAt: clock.now() },
        },
      ]),
    )
    await discard(id)
    expect([(await stored()).status, await dead()]).toEqual(['queued', 0])
    await pass(0)
    expect((await stored()).status).toBe('sent')
    await expect(discard(id)).rejects.toMatchObject({ code: 'dead-job-not-found' })
  })
})

describe('the job of a part of a broadcast', () => {
  /** A broadcast whose first slice fails in the middle of its submission, again and again. */
  async function dead({ members = 60, keys = false } = {}) {
    const adapters = inMemory({ now: NOW })
    const sender = { messagesPerSecond: 10 }
    const fixture = await broadcastingFixture(adapters, { members, credits: 2 * members, sender })
    const { start, clock, work, run, account, phones, provider } = fixture
    const recipients = { phones, keys: keys ? phones.map((_, n) => `key-${n}`) : null, bodies: null, mediaUrls: null }
    const { broadcast } = await start({ recipients })
    provider.script.push(
      ...Array.from({ length: members * JOB_ATTEMPTS_MAX }, () => () => Promise.reject(new Error('A bug'))),
    )
    for (let attempt = 0; attempt < JOB_ATTEMPTS_MAX; attempt++) {
      await work()
      clock.advance(BACKOFF_MAX_MS)
    }
    provider.script.splice(0)
    const jobs = (await run(({ jobs }) => jobs.listDead(account.id, PAGE))).results
    return {
      ...fixture,
      broadcast,
      jobs,
      discard: (id: JobId) => new DiscardJob(fixture).execute({ account: account.id, id }),
    }
  }

  test('ends the broadcast: who was not begun is canceled, and who may have the text has an unknown outcome', async () => {
    const { broadcast, jobs, discard, read, credits, messages, work, provider, run, account } = await dead({
      keys: true,
    })
    const before = await read(broadcast.id)
    expect([jobs.length, before.status, before.counts.queued > 0]).toEqual([1, 'sending', true])
    await discard(jobs[0]!.id)
    const { counts, totalRecipients: total, completedAt } = await read(broadcast.id)
    expect([counts.queued, counts.sent, completedAt]).toEqual([0, 0, expect.any(String)])
    // Those that the first slice did not include.
    expect(total - counts.failed).toBeGreaterThan(0)
    expect(counts.failed).toBeGreaterThan(0)
    const failed = await messages(broadcast.id, { status: 'failed' })
    expect(failed.totalCount).toBe(counts.failed)
    expect(new Set(failed.results.map(({ errorType }) => errorType))).toEqual(new Set(['unknown_outcome']))
    expect(await credits()).toEqual({ sms: 120, mms: 0, reserved: { sms: 0, mms: 0 } })
    const submitted = provider.submitted.length
    await work()
    expect(provider.submitted).toHaveLength(submitted)
    expect((await run(({ jobs }) => jobs.listDead(account.id, PAGE))).totalCount).toBe(0)
  })

  test('changes nothing in a broadcast that was canceled, except for what was being submitted', async () => {
    const { broadcast, jobs, discard, read, cancel } = await dead()
    await cancel(broadcast.id)
    const { counts } = await read(broadcast.id)
    await discard(jobs[0]!.id)
    expect(await read(broadcast.id)).toMatchObject({
      status: 'canceled',
      counts: { queued: 0, failed: counts.failed + counts.queued },
    })
  })

  test('is not found after it was retried', async () => {
    const fixture = await dead()
    const [job] = fixture.jobs
    await new RetryJob(fixture).execute({ accountName: fixture.account.name, id: job!.id })
    await expect(fixture.discard(job!.id)).rejects.toMatchObject({ code: 'dead-job-not-found' })
    await fixture.work()
    expect(await fixture.read(fixture.broadcast.id)).toMatchObject({ counts: { sent: 10, failed: 0, queued: 50 } })
  })
})

test('a job that later work waits for is not discarded', async () => {
  const fixture = await finishingFixture(inMemory())
  const { run, account, clock } = fixture
  const lane = 'timed'
  const id: JobId = 'job_1'
  await run(async ({ jobs }) => {
    await jobs.put([
      { kind: 'run-occurrence', payload: { schedule: 'sch_1' }, id, account: account.id, lane, runAt: clock.now() },
    ])
    const leaseUntil = new Date(clock.now().getTime() + 30_000)
    const [job] = await jobs.claim({ account: account.id, lane, limit: 1, now: clock.now(), leaseUntil, fence: 'f' })
    await jobs.markDead(job!, { at: clock.now(), error: 'A bug' })
  })
  const discard = new DiscardJob(fixture).execute({ account: account.id, id })
  await expect(discard).rejects.toMatchObject({ code: 'dead-job-needed' })
  expect((await run(({ jobs }) => jobs.listDead(account.id, PAGE))).totalCount).toBe(1)
})
