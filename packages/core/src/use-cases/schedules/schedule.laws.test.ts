import { DAILY, NOW, aTimetable, memberNumber, crashingProcess, schedulingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { positionOf } from '../../model/broadcasts/message-id-at.js'
import { SUPPORTED_ZONES, type SupportedZone } from '../../model/contacts/timezone.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import { LATENESS_MAX_MS, type Send } from '../../model/schedules/send.js'
import type { Recurrence } from '../../model/schedules/timetable.js'
import { DomainError } from '../../values/errors.js'
import type { ScheduleId } from '../../values/ids.js'
import type { SchedulePatch } from './schedule-request.js'

const MINUTE_MS = 60_000
const CREDITS = 60

type Fixture = Awaited<ReturnType<typeof open>>

/** An action on a schedule, or an event that affects it. Steps can occur in any order. */
type Step = (fixture: Fixture, id: string) => Promise<unknown>

const zone = fc.constantFrom<SupportedZone | null>(...SUPPORTED_ZONES, null)
const recurrence = fc.constantFrom<Recurrence | null>(
  null,
  DAILY,
  { ...DAILY, interval: 2 },
  { ...DAILY, endType: 'afterOccurrences', endAfterOccurrences: 2 },
  { ...DAILY, endType: 'onDate', endOnDate: aTimetable('2026-03-04T00:00').at },
)
const waves = fc.constantFrom(null, { recipientsPerWave: 2, waveIntervalMinutes: 7 })
const timing = fc.record({
  at: fc.constantFrom('2026-03-01T13:00', '2026-03-02T00:00', '2026-03-03T09:00'),
  timezone: fc.constantFrom('UTC', 'Pacific/Kiritimati', 'America/New_York', 'Pacific/Honolulu'),
  sendByLocalTime: fc.boolean(),
  recurrence,
})
const timetable = timing.map(({ at, ...given }) => aTimetable(at, given))

const patch: fc.Arbitrary<SchedulePatch> = fc.oneof(
  fc.constantFrom<SchedulePatch>({ status: 'paused' }, { status: 'active' }, { body: 'Other' }),
  timetable.map((one) => ({ timetable: one })),
  waves.map((one) => ({ waves: one })),
)

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(1, 5, 30, 61, 600, 1_440, 4_000).map(wait) },
  { weight: 3, arbitrary: patch.map(change) },
  { weight: 1, arbitrary: fc.nat(6).map(optOut) },
  { weight: 1, arbitrary: fc.tuple(fc.nat(6), zone).map(move) },
  { weight: 1, arbitrary: fc.nat(9).map(cancelSome) },
  { weight: 2, arbitrary: fc.constantFrom(null, MINUTE_MS, 50 * MINUTE_MS).map(deferOne) },
  { weight: 3, arbitrary: fc.tuple(fc.constantFrom(1, 61, 600, 1_440), fc.nat(12)).map(die) },
  { weight: 1, arbitrary: fc.constant<Step>((fixture, id) => fixture.remove(id)) },
)

function wait(minutes: number): Step {
  return async ({ clock, work }) => {
    clock.advance(minutes * MINUTE_MS)
    await work()
  }
}

function change(patch: SchedulePatch): Step {
  return (fixture, id) => fixture.change(id, patch)
}

function optOut(n: number): Step {
  return (fixture) => fixture.optOut(memberNumber(n))
}

function move([n, tz]: readonly [number, SupportedZone | null]): Step {
  return ({ run, contacts }) => run((stores) => stores.contacts.save([{ ...contacts[n % contacts.length]!, tz }]))
}

function cancelSome(n: number): Step {
  return async ({ planned, sends, cancel }, id) => {
    const named = [
      ...(await planned(id)).map(({ broadcast }) => broadcast),
      ...(await sends(id)).map(({ broadcastId }) => broadcastId),
    ]
    const broadcasts = named.filter((one) => one !== null)
    if (broadcasts.length > 0) await cancel(broadcasts[n % broadcasts.length]!)
  }
}

/** The provider accepts the next message only at a later attempt. */
function deferOne(afterMs: number | null): Step {
  return async ({ provider }) => provider.script.push({ kind: 'try-later', afterMs })
}

/** The worker crashes after this many units of work. */
function die([minutes, units]: readonly [number, number]): Step {
  return async ({ clock, process, work, failures }) => {
    clock.advance(minutes * MINUTE_MS)
    process.livesFor(units)
    const before = failures.length
    await work().catch(() => undefined)
    if (process.revive()) failures.push(...failures.splice(before).filter(({ error }) => !isDeath(error)))
  }
}

function isDeath(error: unknown): boolean {
  return error instanceof Error && error.message === 'The process has died'
}

async function open(zones: readonly (SupportedZone | null)[]) {
  const adapters = inMemory({ now: NOW })
  const process = crashingProcess(adapters.unitOfWork)
  const given = { contacts: zones.map((tz) => ({ tz })), credits: CREDITS }
  const fixture = await schedulingFixture({ ...adapters, unitOfWork: process.unitOfWork }, given)
  return { ...fixture, process }
}

type Made = ReadonlyMap<string, Send>

/** Records all existing sends, because removing a schedule also removes its sends. */
async function check({ run, account }: Fixture, id: ScheduleId, made: Map<string, Send>) {
  await run(async ({ schedules }) => {
    const { results } = await schedules.listSends(account.id, id, { page: 1, limit: 100 })
    const planned = await schedules.planned(account.id, id)
    for (const send of [...results, ...planned]) made.set(send.id, send)
    const stored = await schedules.find(account.id, id)
    if (stored !== null) expectCounted(stored, made)
  })
}

/** The count of occurrences matches the sends, and does not exceed the maximum of the timetable. */
function expectCounted({ occurred, revision, timetable, next }: Schedule, made: Made) {
  const own = [...made.values()].filter((send) => send.revision === revision)
  expect(occurred).toBe(new Set(own.map(({ wall }) => wall)).size)
  if (timetable.recurrence?.endType !== 'afterOccurrences') return
  const left = timetable.recurrence.endAfterOccurrences - occurred
  expect(left).toBeGreaterThanOrEqual(next === null || next.isOpen ? 0 : 1)
}

/** After an hour in which the provider accepts everything, no message that was due before that hour still waits. */
async function expectNothingWaits(fixture: Fixture, id: ScheduleId, made: Map<string, Send>) {
  fixture.provider.script.splice(0)
  await wait(1)(fixture, id)
  await check(fixture, id, made)
  const before = await historyOf(fixture, made)
  for (let n = 0; n < 9; n++) await wait(7)(fixture, id)
  const after = await historyOf(fixture, made)
  for (const [n, { broadcast, ended, send }] of after.entries()) {
    if (broadcast.status === 'canceled') continue
    const { released } = before[n]!.broadcast
    expect(ended.filter((position) => position < released)).toHaveLength(released)
    if (send.status === 'started') expect(released).toBeGreaterThan(0)
  }
  const waiting = (await fixture.planned(id)).map(({ scheduledFor }) => scheduledFor)
  const stored = await fixture.stored(id)
  if (stored?.status === 'active' && stored.next?.isOpen === false) waiting.push(stored.next.beginsAt)
  for (const instant of waiting) expect(instant.getTime()).toBeGreaterThan(fixture.clock.now().getTime())
}

/** Deletes the schedule. Nothing further is sent, however much time passes. */
async function finish(fixture: Fixture, id: ScheduleId) {
  await fixture.remove(id).catch(orRefused)
  const { length } = fixture.sentTo()
  for (const minutes of [...Array<number>(12).fill(7), 1_440, 1_440]) await wait(minutes)(fixture, id)
  expect(fixture.sentTo()).toHaveLength(length)
}

/** The sends that have a broadcast, with their messages. */
function historyOf({ run, account }: Fixture, made: Made) {
  return run(async ({ broadcasts, messages }) => {
    const accepted = [...made.values()].flatMap((send) =>
      send.broadcast === null ? [] : [send.broadcast].map((id) => ({ send, id })),
    )
    return Promise.all(
      accepted.map(async ({ send, id }) => {
        const broadcast = (await broadcasts.find(account.id, id))!
        const all = { from: 0, until: broadcast.total, status: null, offset: 0, limit: broadcast.total }
        const found = await messages.ofBroadcast(account.id, id, all)
        const ended = found.filter(({ status }) => status !== 'queued').map((one) => positionOf(one.id))
        return { send, broadcast, ended, sent: found.filter(({ status }) => status === 'sent') }
      }),
    )
  })
}

async function expectLawful(fixture: Fixture, made: Made) {
  const history = await historyOf(fixture, made)
  expect(fixture.failures).toEqual([])
  for (const { send, broadcast } of history) {
    if (broadcast.startedAt === null) continue
    const lateMs = broadcast.startedAt.getTime() - send.scheduledFor.getTime()
    expect(lateMs).toBeGreaterThanOrEqual(0)
    expect(lateMs).toBeLessThanOrEqual(LATENESS_MAX_MS)
  }
  const received = history.flatMap(({ send, sent }) => sent.map(({ to }) => `${send.occurrence.toISOString()} ${to}`))
  expect(received).toHaveLength(new Set(received).size)
  const cost = history.flatMap(({ sent }) => sent).reduce((sum, message) => sum + message.cost.sms, 0)
  expect(await fixture.credits()).toEqual({ sms: CREDITS - cost, mms: 0, reserved: { sms: 0, mms: 0 } })
}

/** Ignores refusals, which are valid results. Any other error is a defect. */
function orRefused(error: unknown): undefined {
  if (!(error instanceof DomainError)) throw error
}

test('whatever happens to a schedule: no recipient gets an occurrence twice or is missed, nothing starts early or late, each occurrence counts once, nothing is sent after it is deleted, and the ledger matches', async () => {
  const zones = fc.array(zone, { minLength: 1, maxLength: 7 })
  const steps = fc.array(step, { minLength: 3, maxLength: 14 })
  const lawful = fc.asyncProperty(zones, timetable, waves, steps, async (zones, timetable, waves, steps) => {
    const fixture = await open(zones)
    const created = await fixture
      .create({ timetable, waves: timetable.sendByLocalTime ? null : waves })
      .catch(orRefused)
    if (created === undefined) return
    const { id } = created.schedule
    const made = new Map<string, Send>()
    for (const one of steps) {
      await one(fixture, id).catch(orRefused)
      await check(fixture, id, made)
    }
    await expectNothingWaits(fixture, id, made)
    await check(fixture, id, made)
    await finish(fixture, id)
    await check(fixture, id, made)
    await expectLawful(fixture, made)
  })
  await fc.assert(lawful, { numRuns: 400 })
})
