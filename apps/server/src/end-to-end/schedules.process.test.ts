import { beforeEach, describe, expect, jest, test } from '@jest/globals'
import { MEMBERS_BEFORE, openService, type Service } from '../testing/service/a-service.js'
import { kill, stop } from '../testing/service/starts.js'
import { waitUntil } from '../testing/wait-until.js'

/** Every test starts and kills servers. */
jest.setTimeout(300_000)

const MEMBERS = 120
const EVERYBODY = MEMBERS + MEMBERS_BEFORE
/** One credit for the text, and one for the look-up of an unknown carrier. */
const CREDITS_EACH_MAX = 2

let service: Service

beforeEach(async () => {
  service = await openService({ members: MEMBERS })
})

const inSeconds = (seconds: number) => new Date(Math.ceil(Date.now() / 1_000 + seconds) * 1_000)
const minutesAgo = (minutes: number) => inSeconds(-60 * minutes)

/** The progress of the schedule's broadcast; null before it exists. */
async function broadcastOf(schedule: string) {
  const [row] = await service.query<{ released: number; sent: number; completed_at: Date | null; started_at: Date }>(
    'select released, sent, completed_at, started_at from broadcast where schedule_id = $1',
    [schedule],
  )
  return row ?? null
}

async function untilSent(schedule: string) {
  await waitUntil(async () => (await broadcastOf(schedule))?.completed_at != null)
}

async function expectNotBefore(schedule: string, at: Date) {
  expect((await broadcastOf(schedule))!.started_at.getTime()).toBeGreaterThanOrEqual(at.getTime())
}

const isThere = async (statement: string, ...values: readonly string[]) =>
  (await service.query(statement, values)).length > 0

/** Finds sessions that wait for locks in this database; sessions in other databases are ignored. */
const WAITS = `
  select 1 from pg_locks join pg_database on pg_database.oid = pg_locks.database
   where datname = current_database() and not granted`

/** Expects that each schedule has exactly one send, which has started, and that each recipient got one text. */
async function expectSentOnce(schedules: ReadonlyMap<string, string>, server = service.idle) {
  const arrived = await service.arrived(server)
  for (const [id, body] of schedules) {
    expect([body, await service.read(id, server)]).toMatchObject([body, { status: 'ended' }])
    expect([body, await service.sends(id, server)]).toMatchObject([body, [{ status: 'started' }]])
    const counts = [...(arrived.get(body)?.values() ?? [])]
    expect([body, counts.length, Math.max(...counts)]).toEqual([body, EVERYBODY, 1])
  }
  expect(await service.query('select 1 from broadcast where schedule_id is not null')).toHaveLength(schedules.size)
  expect(await service.query('select 1 from job')).toEqual([])
  const texts = schedules.size * EVERYBODY
  const { sms, reserved } = await service.credits(server)
  expect(reserved).toEqual({ sms: 0, mms: 0 })
  expect(service.creditsBefore - sms).toBeGreaterThanOrEqual(texts)
  expect(service.creditsBefore - sms).toBeLessThanOrEqual(texts * CREDITS_EACH_MAX)
}

describe('a server that is killed around an occurrence and started again', () => {
  /** Each function waits for the moment at which the test kills the server. */
  const moments: Record<string, (id: string) => Promise<void>> = {
    'before its time': async () => {},
    'when the sends are planned': (id) =>
      waitUntil(() => isThere('select 1 from schedule_send where schedule_id = $1', id)),
    'when a send has started': (id) =>
      waitUntil(() => isThere(`select 1 from schedule_send where schedule_id = $1 and status = 'started'`, id)),
    'when the first messages are sent': (id) => waitUntil(async () => ((await broadcastOf(id))?.sent ?? 0) > 0),
    'when all is sent': untilSent,
  }

  test('sends the occurrence once, at whatever moment it was killed', async () => {
    let server = await service.start(1)
    const schedules = new Map<string, string>()
    for (const [moment, isReached] of Object.entries(moments)) {
      const at = inSeconds(1)
      const id = await service.schedule({ at, body: moment })
      schedules.set(id, moment)
      await isReached(id)
      await kill(server)
      await service.endLeases()
      server = await service.start(1)
      await untilSent(id)
      await expectNotBefore(id, at)
    }
    await expectSentOnce(schedules)
  })

  test('sends the occurrence once, even if it was killed while it claimed or began the job', async () => {
    const schedules = new Map<string, string>()
    for (const table of ['job', 'broadcast_chunk', 'schedule']) {
      const id = await service.schedule({ at: minutesAgo(1), body: table })
      schedules.set(id, table)
      const release = await service.hold(`lock table ${table} in share mode`)
      const doomed = await service.start(1)
      await waitUntil(() => isThere(WAITS))
      await kill(doomed)
      await release()
      await service.endLeases()
      const server = await service.start(1)
      await untilSent(id)
      await stop(server)
    }
    await expectSentOnce(schedules)
  })

  test('continues with the next wave', async () => {
    let server = await service.start(1)
    const waveConfig = { recipientsPerWave: 50, waveIntervalMinutes: 1 }
    const body = 'Wave after wave'
    const id = await service.schedule({ at: minutesAgo(1), body, waveConfig })
    for (const released of [50, 100]) {
      await waitUntil(async () => (await broadcastOf(id))?.released === released)
      await kill(server)
      await service.endLeases()
      server = await service.start(1)
      await waitUntil(async () => (await broadcastOf(id))!.sent === released)
      expect((await broadcastOf(id))!.released).toBe(released)
      await service.query(`update job set run_at = now() where kind = 'start-send'`)
    }
    await untilSent(id)
    await expectSentOnce(new Map([[id, body]]))
  })
})

describe('a service that was stopped at the time of an occurrence', () => {
  test('sends the occurrence if it is restarted within the hour', async () => {
    const [past, soon] = [minutesAgo(58), inSeconds(1)]
    const schedules = new Map<string, string>()
    for (const at of [past, soon]) {
      const body = at.toISOString()
      schedules.set(await service.schedule({ at, body }), body)
    }
    await stop(service.idle)
    await waitUntil(() => Date.now() > soon.getTime())
    const server = await service.start(1)
    for (const id of schedules.keys()) await untilSent(id)
    await expectSentOnce(schedules, server)
    await stop(server)
  })

  test('skips the occurrence if it is restarted later, reports that, and continues with the next one', async () => {
    const at = minutesAgo(50)
    const once = await service.schedule({ at, body: 'Once' })
    const recurrence = { frequency: 'daily', interval: 1, endType: 'never' }
    const daily = await service.schedule({ at, body: 'Daily', recurrence })
    await stop(service.idle)
    await passTime(20)
    const server = await service.start(1)
    for (const id of [once, daily]) {
      await waitUntil(() => isThere('select 1 from schedule_send where schedule_id = $1', id))
    }
    const was = new Date(at.getTime() - 20 * 60_000)
    const skipped = { scheduledFor: was.toISOString(), status: 'skipped', reason: 'too_late' }
    for (const id of [once, daily]) expect(await service.sends(id, server)).toMatchObject([skipped])
    expect(await service.read(once, server)).toMatchObject({ status: 'ended' })
    const tomorrow = new Date(was.getTime() + 86_400_000).toISOString()
    expect(await service.read(daily, server)).toMatchObject({ status: 'active', nextScheduledFor: tomorrow })
    expect((await service.arrived(server)).size).toBe(0)
    expect(await service.credits(server)).toMatchObject({ sms: service.creditsBefore, reserved: { sms: 0 } })
    const printed = await service.carillon(['schedules', 'show', once], {}, server)
    expect(printed).toMatch(/ UTC +- +skipped +too_late +-\n$/)
    await stop(server)
  })
})

/** Moves all schedules and jobs into the past, as if they had been created earlier. */
async function passTime(minutes: number) {
  await service.query(
    `update schedule
        set timetable = jsonb_set(timetable::jsonb, '{at}', to_jsonb(${EARLIER_WALL}))::json,
            next_wall = ${EARLIER_WALL}, next_at = next_at - $1::interval, next_begins_at = next_begins_at - $1::interval`,
    [`${minutes} minutes`],
  )
  await service.query('update job set run_at = run_at - $1::interval', [`${minutes} minutes`])
}

const EARLIER_WALL = `to_char(next_wall::timestamp - $1::interval, 'YYYY-MM-DD"T"HH24:MI:SS')`

test('several processes on one database run each occurrence once, and never before its time', async () => {
  const servers = await Promise.all([service.start(2), service.start(1)])
  const at = inSeconds(4)
  const schedules = new Map<string, string>()
  for (let n = 0; n < 12; n++) {
    const body = `The ${n}th`
    schedules.set(await service.schedule({ at, body }), body)
  }
  for (const id of schedules.keys()) {
    await untilSent(id)
    await expectNotBefore(id, at)
  }
  await expectSentOnce(schedules)
  for (const server of servers) await stop(server)
})
