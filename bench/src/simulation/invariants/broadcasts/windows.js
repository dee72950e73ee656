import { wallAt } from '../../../shared/calendar.js'
import { membershipsOf } from '../consent/consent.js'
import { placeOf, slicesBegun } from './slices.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A window that closes sooner than this counts as closed. */
const CLOSING_MS = 10_000

/** Invariants on sending windows, by clocks of `temporal-polyfill` and the prefixes of the numbers. */
export const WINDOWS = [
  {
    name: 'nobody is begun outside the sending windows, and only who would wait too long is given up',
    watch: ({ records }) => ({
      *atCommit({ chunks }) {
        for (const { before, chunk, attempt } of slicesBegun(chunks)) {
          const hours = hoursOf(records, chunk)
          const late = attempt.stopped.filter((_, i) => attempt.stoppedBy[i] === 'outside-sending-window')
          if (hours === null && late.length > 0) yield `${placeOf(chunk)} has no windows, and gives up ${late}`
          if (hours === null) continue
          const opensFor = openings(hours, { atMs: attempt.at.getTime(), chunk, records })
          for (const index of attempt.indices) {
            if (opensFor(index) !== attempt.at.getTime())
              yield `${index} of ${placeOf(chunk)} is begun outside a window`
          }
          for (const index of late) {
            if (opensFor(index) !== null) yield `${index} of ${placeOf(chunk)} is given up, and a window opens in time`
          }
          yield* wrongHolds(before, chunk, opensFor)
        }
      },
    }),
  },
]

/** Every recipient that is held now and was not before waits for the next opening of its windows. */
function* wrongHolds(before, chunk, opensFor) {
  const known = new Map((before?.progress.waiting ?? []).map(({ index, dueMs }) => [index, dueMs]))
  for (const { index, dueMs, isHeld } of chunk.progress.waiting) {
    if (!isHeld || known.get(index) === dueMs) continue
    if (opensFor(index) !== dueMs) yield `${index} of ${placeOf(chunk)} is held until ${new Date(dueMs).toISOString()}`
  }
}

function hoursOf({ tables }, { account, broadcast }) {
  const { windows, holdAtMost } = tables.accounts.get('service', account).sendingHours
  const { timezone } = tables.accounts.get('service', account)
  if (tables.broadcasts.get(account, broadcast).sendingHours === null || windows === null) return null
  return { windows, holdMs: Number.parseInt(holdAtMost, 10) * HOUR_MS, zone: timezone }
}

/** When the windows of a recipient open: at `atMs` if they are open, null if they do not open soon enough. */
function openings({ windows, holdMs, zone }, { atMs, chunk, records }) {
  const known = new Map()
  return (index) => {
    const to = chunk.recipients.phones[index]
    const own = windowsFor(windows, groupsOf(records, { account: chunk.account, phone: to }))
    const hours = { windows: own, holdMs, zone: zoneOf(to) ?? zone }
    const key = JSON.stringify(hours)
    if (!known.has(key)) known.set(key, own.length === 0 ? atMs : openingIn(hours, atMs))
    return known.get(key)
  }
}

/** The windows of the recipient's groups, or else those that are for everybody. Without any, texts go at any time. */
function windowsFor(windows, groups) {
  const own = windows.filter(({ group }) => groups.includes(group))
  return own.length > 0 ? own : windows.filter(({ group }) => group === undefined)
}

function groupsOf(records, { account, phone }) {
  const active = membershipsOf(records, { account, phone }).filter(({ state }) => state === 'active')
  return active.map(({ group }) => records.tables.groups.get(account, group).name)
}

/** The windows open and close at full minutes. */
function openingIn({ windows, holdMs, zone }, atMs) {
  const isOpenAt = (ms) => windows.some((window) => isOpen(window, wallAt(ms, zone)))
  if (isOpenAt(atMs) && isOpenAt(atMs + CLOSING_MS - 1)) return atMs
  const firstMs = Math.ceil((atMs + 1) / MINUTE_MS) * MINUTE_MS
  for (let ms = firstMs; ms <= atMs + holdMs; ms += MINUTE_MS) if (isOpenAt(ms)) return ms
  return null
}

function isOpen({ days, from, to }, wall) {
  const [now, opens, closes] = [minutesOf(wall.toPlainTime().toString()), minutesOf(from), minutesOf(to)]
  const today = days.includes(DAYS[wall.dayOfWeek - 1])
  if (opens < closes) return today && opens <= now && now < closes
  const yesterday = days.includes(DAYS[wall.subtract({ days: 1 }).dayOfWeek - 1])
  return (today && now >= opens) || (yesterday && now < closes)
}

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

function minutesOf(time) {
  const [hours, minutes] = time.split(':').map(Number)
  return 60 * hours + minutes
}

const ZONES = { '+1202': 'America/New_York', '+1312': 'America/Chicago', '+1303': 'America/Denver' }

function zoneOf(phone) {
  return ZONES[phone.slice(0, '+1202'.length)]
}
