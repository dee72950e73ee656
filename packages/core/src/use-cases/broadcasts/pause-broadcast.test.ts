import {
  aTimetable,
  broadcastingFixture,
  scriptedProvider,
  NOW,
  schedulingFixture,
  type BroadcastingGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'

const open = (given?: BroadcastingGiven) =>
  broadcastingFixture(inMemory({ now: NOW }), { members: 10, credits: 20, ...given })

test('a paused broadcast submits nothing, and all of it after it is resumed', async () => {
  const { start, pause, resume, work, provider, clock } = await open()
  const { broadcast } = await start()
  const paused = { status: 'paused', pausedAt: NOW.toISOString(), pausedBecause: { rule: 'request' } }
  expect(await pause(broadcast.id)).toMatchObject({ broadcast: paused, inFlight: 0 })
  await work()
  clock.advance(3_600_000)
  await work()
  expect(provider.submitted).toEqual([])
  expect(await resume(broadcast.id)).toMatchObject({ status: 'queued', pausedAt: null, pausedBecause: null })
  await work()
  expect(provider.submitted).toHaveLength(10)
})

test('messages that were submitted before the pause keep their outcomes, and messages to retry wait', async () => {
  const { start, pause, resume, work, provider, clock, read } = await open()
  provider.script.push({ kind: 'try-later', afterMs: null })
  const { broadcast } = await start()
  await work()
  expect(provider.submitted).toHaveLength(10)
  await pause(broadcast.id)
  clock.advance(60_000)
  await work()
  expect(await read(broadcast.id)).toMatchObject({ status: 'paused', counts: { queued: 1, sent: 9 } })
  await resume(broadcast.id)
  await work()
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', pausedAt: null, counts: { sent: 10 } })
})

test('all chains of a large broadcast continue', async () => {
  const { start, pause, resume, work, provider } = await open({ members: 18_000, credits: 36_000 })
  const { broadcast } = await start()
  await pause(broadcast.id)
  await work()
  await resume(broadcast.id)
  await work()
  expect(provider.submitted).toHaveLength(18_000)
})

test('a broadcast that has ended or was canceled stays unchanged, and so does one that is not paused', async () => {
  const { start, pause, resume, cancel, read, work } = await open({ credits: 40 })
  const [ended, canceled] = [(await start()).broadcast, (await start()).broadcast]
  await cancel(canceled.id)
  await work()
  for (const { id } of [ended, canceled]) {
    const before = await read(id)
    expect([await pause(id), await resume(id)]).toEqual([{ broadcast: before, inFlight: 0 }, before])
  }
})

test('a paused broadcast can be canceled, and pausing it again keeps the first instant', async () => {
  const { start, pause, cancel, credits, clock } = await open()
  const { broadcast } = await start()
  const paused = await pause(broadcast.id)
  clock.advance(1_000)
  expect(await pause(broadcast.id)).toEqual(paused)
  expect(await cancel(broadcast.id)).toMatchObject({ broadcast: { status: 'canceled', pausedAt: null } })
  expect(await credits()).toEqual({ sms: 20, mms: 0, reserved: { sms: 0, mms: 0 } })
})

test('no wave begins during a pause, and they continue one by one after it', async () => {
  const contacts = [{}, {}, {}, {}, {}, {}]
  const { schedule, at, sentTo, sends, pause, resume } = await schedulingFixture(inMemory({ now: NOW }), { contacts })
  const waves = { recipientsPerWave: 2, waveIntervalMinutes: 10 }
  const { id } = await schedule(aTimetable('2026-03-01T13:00'), { waves })
  await at('2026-03-01T13:00:00Z')
  const broadcastId = (await sends(id))[0]!.broadcastId!
  await pause(broadcastId)
  await at('2026-03-01T13:10:00Z')
  await at('2026-03-01T13:25:30Z')
  expect(sentTo()).toHaveLength(2)
  await resume(broadcastId)
  await at('2026-03-01T13:26:30Z')
  expect(sentTo()).toHaveLength(4)
  await at('2026-03-01T13:36:29Z')
  expect(sentTo()).toHaveLength(4)
  await at('2026-03-01T13:36:31Z')
  expect(sentTo()).toHaveLength(6)
})

test('all chains of a large broadcast expire, in all of their chunks', async () => {
  const { start, pause, work, clock, read, provider } = await open({ members: 18_000, credits: 36_000 })
  const { broadcast } = await start()
  await pause(broadcast.id)
  clock.advance(24 * 3_600_000)
  await work()
  expect(await read(broadcast.id)).toMatchObject({ status: 'failed', counts: { failed: 18_000, queued: 0 } })
  expect(provider.submitted).toEqual([])
})

test('the failure of a message that is finished by its own job counts for the automatic pause at once', async () => {
  const autoPause = { failedOver: 0.2, atLeast: 2 }
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 3, credits: 20, account: { autoPause } })
  const { start, work, provider, clock, read } = fixture
  provider.script.push({ kind: 'unknown' }, { kind: 'try-later', afterMs: 600_000 })
  const { broadcast } = await start()
  await work()
  expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { sent: 1, queued: 2 } })
  provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'The phone is gone' })
  clock.advance(2_000)
  await work()
  const pausedBecause = { rule: 'autoPause', limit: 'failedOver', allowed: 0.2, found: 0.5, of: 2 }
  expect(await read(broadcast.id)).toMatchObject({ status: 'paused', pausedBecause })
})

test('a landline that the account does not text does not count either when its own job finishes the message', async () => {
  const account = { autoPause: { failedOver: 0.2, atLeast: 2 }, refuseLandlines: true }
  const provider = scriptedProvider({ canBeAsked: true })
  const fixture = await broadcastingFixture(inMemory({ now: NOW }), { members: 3, credits: 20, account, provider })
  const { start, work, clock, read, run, phones } = fixture
  provider.script.push({ kind: 'unknown' }, { kind: 'try-later', afterMs: 600_000 })
  const { broadcast } = await start()
  await work()
  clock.advance(2_000)
  await work()
  const carrier = { name: 'Bell', lineType: 'landline' } as const
  await run(({ carriers }) => carriers.save(fixture.account.id, [{ phone: phones[0]!, carrier, at: clock.now() }]))
  clock.advance(60_000)
  await work()
  expect(await read(broadcast.id)).toMatchObject({ status: 'sending', counts: { sent: 1, failed: 1, queued: 1 } })
})
