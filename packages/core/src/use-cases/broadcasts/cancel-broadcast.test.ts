import { aTimetable, broadcastingFixture, NOW, schedulingFixture, type BroadcastingGiven } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { CancelBroadcast } from './cancel-broadcast.js'

const open = (given?: BroadcastingGiven) =>
  broadcastingFixture(inMemory({ now: NOW }), { members: 10, credits: 20, ...given })

test('a cancel skips waiting recipients and releases their credits, and their keys may be used again', async () => {
  const { start, cancel, work, provider, phones, credits, messages } = await open()
  const recipients = { phones, keys: phones.map(() => 'k1'), bodies: null, mediaUrls: null }
  const { broadcast } = await start({ recipients })
  const canceled = await cancel(broadcast.id)
  expect(canceled).toMatchObject({ broadcast: { status: 'canceled', counts: { queued: 0 } }, inFlight: 0 })
  await work()
  expect(provider.submitted).toEqual([])
  expect(await credits()).toEqual({ sms: 20, mms: 0, reserved: { sms: 0, mms: 0 } })
  expect(await messages(broadcast.id)).toMatchObject({ totalCount: 0, results: [] })
  expect((await start({ recipients })).broadcast.totalRecipients).toBe(10)
})

test('messages being submitted during a cancel are counted and shown, and get their outcomes', async () => {
  const { start, cancel, worker, provider, read, credits, messages } = await open()
  const { broadcast } = await start()
  const gates: ((outcome: SubmissionOutcome) => void)[] = []
  provider.script.push(
    ...Array.from({ length: 10 }, () => () => new Promise<SubmissionOutcome>((go) => gates.push(go))),
  )
  const working = worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  await provider.untilSubmitted(10)
  expect(await cancel(broadcast.id)).toMatchObject({ inFlight: 10, broadcast: { status: 'canceled' } })
  expect(await messages(broadcast.id, { limit: 4, page: 3 })).toMatchObject({
    totalCount: 10,
    results: [QUEUED, QUEUED],
  })
  for (const [i, go] of gates.entries()) go(i < 9 ? { kind: 'accepted', providerId: `p${i}` } : THROTTLED)
  await working
  const after = await read(broadcast.id)
  expect(after).toMatchObject({ status: 'canceled', counts: { queued: 0, sent: 9, failed: 0 } })
  expect(after.completedAt).toBe(NOW.toISOString())
  expect((await credits()).reserved.sms).toBe(0)
})

const QUEUED = { status: 'queued' }
const THROTTLED: SubmissionOutcome = { kind: 'try-later', afterMs: null }

test('messages that the provider throttles during a cancel are not retried, and their keys may be used again', async () => {
  const { start, cancel, worker, work, provider, phones, messages } = await open({ credits: 40 })
  const recipients = { phones, keys: phones.map(() => 'k1'), bodies: null, mediaUrls: null }
  const { broadcast } = await start({ recipients })
  const gates: (() => void)[] = []
  provider.script.push(
    ...phones.map(() => () => new Promise<SubmissionOutcome>((go) => gates.push(() => go(THROTTLED)))),
  )
  const working = worker().execute({ lane: 'bulk', jobsMax: 1, onFailure: () => undefined })
  await provider.untilSubmitted(10)
  await cancel(broadcast.id)
  for (const open of gates) open()
  await working
  expect(await messages(broadcast.id)).toMatchObject({ totalCount: 0, results: [] })
  const again = await start({ recipients })
  expect(again.broadcast.totalRecipients).toBe(10)
  await work()
  expect((await messages(again.broadcast.id, { status: 'sent' })).totalCount).toBe(10)
})

test('canceling the broadcast of a schedule reads no keys, since its recipients have none', async () => {
  const adapters = inMemory({ now: NOW })
  const { schedule, at, planned, cancel, run } = await schedulingFixture(adapters, {
    contacts: [{ tz: 'Pacific/Honolulu' }],
  })
  const { id } = await schedule(aTimetable('2026-03-01T13:00', { sendByLocalTime: true }))
  await at('2026-03-01T13:00:00Z')
  const [send] = await planned(id)
  await run(async ({ broadcasts }) => Object.assign(broadcasts, { chunksAt: () => Promise.reject(new Error('Read')) }))
  expect(await cancel(send!.broadcast!)).toMatchObject({ broadcast: { status: 'canceled' }, inFlight: 0 })
})

test('canceling a completed broadcast changes nothing, and canceling twice is the same as canceling once', async () => {
  const { start, cancel, work } = await open({ credits: 40 })
  const ended = (await start()).broadcast.id
  await work()
  expect(await cancel(ended)).toMatchObject({ broadcast: { status: 'completed' }, inFlight: 0 })
  const other = (await start()).broadcast.id
  const first = await cancel(other)
  expect(await cancel(other)).toEqual(first)
})

test('a broadcast of another account is not found', async () => {
  const { start, neighbour, unitOfWork, clock, ids } = await open()
  const { id } = (await start()).broadcast
  const canceling = new CancelBroadcast({ unitOfWork, clock, ids }).execute({
    account: await neighbour(),
    kind: 'broadcast',
    id,
  })
  await expect(canceling).rejects.toMatchObject({ code: 'broadcast-not-found' })
})
