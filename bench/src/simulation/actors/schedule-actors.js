import { wallAt } from '../../shared/calendar.js'
import { canaryOf } from './bulk-actors.js'
import { BODIES } from '../outside/texts.js'
import { fromIn } from './pool-actors.js'

const MINUTE_MS = 60_000

/** The actions on schedules, with their relative frequencies. */
export const SCHEDULE_ACTORS = [
  { name: 'schedules', weight: 8, act: (world) => create(world, { key: null }) },
  {
    name: 'schedules twice at once with one key',
    weight: 2,
    async act(world) {
      const request = requestOf(world, { key: `plan-${world.dice.between(1, 3)}` })
      await Promise.all(world.processes.map((process) => createUntilResponse(world, { request, process })))
    },
  },
  { name: 'changes a schedule', weight: 8, act: (world) => withSchedule(world, change) },
  {
    name: 'pauses a schedule',
    weight: 4,
    act: (world) =>
      withSchedule(world, (_, name) => call(world, 'changeSchedule', { ...name, patch: { status: 'paused' } })),
  },
  {
    name: 'resumes a schedule',
    weight: 6,
    act: (world) =>
      withSchedule(world, (_, name) => call(world, 'changeSchedule', { ...name, patch: { status: 'active' } })),
  },
  { name: 'deletes a schedule', weight: 3, act: (world) => withSchedule(world, deleteIt) },
  { name: 'reads a schedule', weight: 4, act: (world) => withSchedule(world, read) },
  { name: 'cancels a broadcast of a schedule', weight: 2, act: cancelSend },
]

/** Deletes all schedules that have not ended, with retries. */
export async function deleteAll(world) {
  for (const { id, account, status } of world.records.all('schedules')) {
    if (status !== 'ended') await deleteIt(world, nameOf(world, { id, account }))
  }
}

function requestOf(world, { key }) {
  const { dice, accounts, registeredLink } = world
  const account = dice.pick(accounts)
  const timetable = timetableOf(world)
  const { link } = registeredLink(account.id)
  const waves = timetable.sendByLocalTime ? null : wavesOf(world)
  return {
    account,
    audience: audienceOf(world, account),
    from: fromIn(world, account),
    body: `S ${dice.pick(BODIES).replaceAll('LINK', link)}`,
    smartEncoding: dice.pick([true, false, null]),
    timetable,
    waves,
    canary: waves === null && dice.hits(0.2) ? canaryOf(dice) : null,
    idempotencyKey: key,
  }
}

/**
 * Begins soon, or began about half an hour ago at most. With local time, a send may be too late in some zones only. Most
 * begin at a full quarter of an hour, so that several are due at the same instant.
 */
function timetableOf({ dice, adapters: { clock } }) {
  const anyMs = clock.now().getTime() + dice.between(-30, dice.hits(0.7) ? 10 : 80) * MINUTE_MS
  const atMs = dice.hits(0.7) ? Math.round(anyMs / QUARTER_MS) * QUARTER_MS : anyMs
  const timezone = dice.pick(ZONES)
  const at = wallAt(atMs, timezone).toString({ smallestUnit: 'second' })
  const recurrence = dice.hits(0.5) ? null : { frequency: 'daily', interval: dice.between(1, 12), ...dice.pick(ENDS) }
  return { at, timezone, sendByLocalTime: dice.hits(0.4), recurrence }
}

const QUARTER_MS = 15 * MINUTE_MS
const ZONES = ['UTC', 'America/New_York', 'America/New_York', 'America/Chicago', 'America/Denver', 'Asia/Kolkata']
const ENDS = [
  { endType: 'never' },
  { endType: 'afterOccurrences', endAfterOccurrences: 1 },
  { endType: 'afterOccurrences', endAfterOccurrences: 3 },
  { endType: 'onDate', endOnDate: '2026-03-03T00:00:00' },
]

function audienceOf({ dice, groups, lists }, { id }) {
  if (dice.hits(0.15)) return { kind: 'list', list: lists.get(id) }
  const some = groups.get(id).filter(() => dice.hits(0.5))
  return { kind: 'groups', groups: some.length === 0 ? [groups.get(id).at(-1)] : some }
}

/** A few waves, whatever the size of the crowd, so that all waves are due within the hours that a world lasts. */
function wavesOf({ dice, phones, crowd }) {
  if (dice.hits(0.4)) return null
  const recipientsPerWave = Math.ceil((phones.length + crowd.length) / dice.between(1, 8))
  return { recipientsPerWave, waveIntervalMinutes: dice.pick([1, 1, 2, 5, 10]) }
}

function create(world, { key }) {
  return createUntilResponse(world, { request: requestOf(world, { key }), process: world.anyProcess() })
}

/** A caller with a key makes up to five tries until it gets a response; a caller without a key makes one. */
async function createUntilResponse(world, { request, process }) {
  const { dice } = world
  for (let tries = request.idempotencyKey === null ? 1 : dice.between(1, 5); tries > 0; tries--) {
    const { kind, value, code } = await process.call('createSchedule', request)
    if (kind === 'answer') world.recordScheduleResponse(request, value)
    if (kind === 'answer' && !dice.hits(0.2)) return
    if (kind === 'refusal' && code !== 'key-in-use') return
    await world.pass(dice.between(0, 20_000))
    process = world.anyProcess()
  }
}

function nameOf({ accounts }, { id, account }) {
  return { id, account: accounts.find((one) => one.id === account) }
}

/** Picks a schedule; half of the time one with unfinished sends, if there is one. */
async function withSchedule(world, act) {
  const { dice, records } = world
  const all = records.all('schedules')
  const planned = new Set(
    records.all('scheduleSends').flatMap((send) => (send.status === 'planned' ? send.schedule : [])),
  )
  const running = new Set(
    records
      .all('broadcasts')
      .flatMap(({ send, status, completedAt }) =>
        completedAt === null && status !== 'canceled' ? send?.schedule : [],
      ),
  )
  const busy = all.filter(({ id, next }) => planned.has(id) || next?.isOpen || running.has(id))
  const open = all.filter(({ status }) => status !== 'ended')
  const some = busy.length > 0 && dice.hits(0.5) ? busy : open.length > 0 && dice.hits(0.9) ? open : all
  if (some.length > 0) await act(world, nameOf(world, dice.pick(some)))
}

function call(world, useCase, input) {
  return world.anyProcess().call(useCase, input)
}

async function change(world, name) {
  const { dice } = world
  const { timetable, body, waves } = requestOf(world, { key: null })
  const audience = audienceOf(world, name.account)
  const patch = dice.pick([{ body }, { audience }, { timetable, waves }, { timetable, waves: null, status: 'active' }])
  await call(world, 'changeSchedule', { ...name, patch })
}

/** Deletes a schedule; repeats the request up to twice if it got no response. */
async function deleteIt(world, name) {
  for (let tries = 3; tries > 0; tries--) {
    const { kind, code } = await call(world, 'cancelSchedule', name)
    if (kind === 'answer' || code === 'schedule-not-found') return world.hasDeleted(name)
  }
}

async function read(world, name) {
  await call(world, 'readSchedule', name)
  await call(world, 'listSends', { ...name, page: { page: 1, limit: 100 } })
}

async function cancelSend(world) {
  const running = world.records
    .all('broadcasts')
    .filter(({ send, completedAt }) => send !== null && completedAt === null)
  if (running.length === 0) return
  await call(world, 'cancelBroadcast', { ...nameOf(world, world.dice.pick(running)), kind: 'broadcast' })
}
