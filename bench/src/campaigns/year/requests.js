import { clockChanges, wallAt } from '../../shared/calendar.js'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/**
 * Zones in both hemispheres, with offsets of half and quarter hours, with clock changes of 30 minutes, of 2 hours and
 * at midnight, and without clock changes.
 */
const ZONES =
  'America/New_York America/Chicago America/Denver America/Los_Angeles America/Anchorage Pacific/Honolulu America/St_Johns ' +
  'America/Havana America/Santiago America/Sao_Paulo America/Scoresbysund America/Nuuk Atlantic/Azores Europe/London ' +
  'Europe/Paris Europe/Kyiv Africa/Casablanca Africa/Cairo Asia/Beirut Asia/Jerusalem Asia/Gaza Asia/Tehran Asia/Kolkata ' +
  'Asia/Kathmandu Asia/Tokyo Australia/Adelaide Australia/Sydney Australia/Lord_Howe Pacific/Norfolk Pacific/Auckland ' +
  'Pacific/Chatham Pacific/Apia Pacific/Kiritimati Pacific/Easter Pacific/Marquesas Antarctica/Troll UTC Japan'
const ALL_ZONES = ZONES.split(' ')

/** Times at which some zone changes its clocks, and other times of day. */
const TIMES = [
  '00:00',
  '00:30',
  '01:00',
  '01:30',
  '01:45',
  '02:00',
  '02:15',
  '02:30',
  '02:45',
  '03:00',
  '09:00',
  '12:00',
  '17:30',
]
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Generates random parts of requests: timetables, audiences and waves. */
export class Requests {
  constructor(dice, { untilMs }) {
    this.dice = dice
    this.untilMs = untilMs
  }

  timetable(nowMs) {
    const { dice } = this
    const timezone = dice.pick(ALL_ZONES)
    const at = this.#beginning(timezone, nowMs)
    return {
      at: at.toString({ smallestUnit: 'second' }),
      timezone,
      sendByLocalTime: dice.hits(0.2),
      recurrence: dice.weighted(PATTERNS).make(dice, at),
    }
  }

  audience({ groups, lists }) {
    const { dice } = this
    if (dice.hits(0.1)) return { kind: 'list', list: dice.pick(lists).id }
    const some = groups.filter(() => dice.hits(0.3))
    return { kind: 'groups', groups: some.length === 0 ? [dice.pick(groups)] : some }
  }

  waves({ sendByLocalTime }) {
    const { dice } = this
    if (sendByLocalTime || dice.hits(0.75)) return null
    return { recipientsPerWave: dice.between(1, 5), waveIntervalMinutes: dice.pick([1, 2, 15, 60, 240, 1_440]) }
  }

  /** The first wall clock: less than an hour ago, near a clock change, or within a few weeks. */
  #beginning(zone, nowMs) {
    const { dice } = this
    if (dice.hits(0.08)) return wallAt(nowMs - dice.between(1, 55) * MINUTE_MS, zone)
    const changes = [...clockChanges(zone, { fromMs: nowMs, untilMs: this.untilMs })]
    if (changes.length > 0 && dice.hits(0.4)) {
      const nearMs = Math.floor((dice.pick(changes) - 1) / MINUTE_MS) * MINUTE_MS
      const near = wallAt(nearMs, zone).add({ minutes: dice.pick([-60, -30, -15, 0, 1, 16, 31, 46, 61, 91, 121]) })
      const earlier = near.subtract({ days: dice.between(0, 6) })
      return earlier.since(wallAt(nowMs + DAY_MS, zone)).sign > 0 ? earlier : near.add({ days: 2 })
    }
    const day = wallAt(nowMs + dice.between(2, 25) * DAY_MS, zone).toPlainDate()
    const time = dice.hits(0.7) ? dice.pick(TIMES) : `${digits(dice.between(0, 23))}:${digits(dice.between(0, 58))}`
    return day.toPlainDateTime(`${time}${dice.hits(0.1) ? ':29' : ''}`)
  }
}

const PATTERNS = [
  { weight: 20, make: () => null },
  {
    weight: 22,
    make(dice, at) {
      const interval = dice.between(1, 12)
      return { frequency: 'daily', interval, ...end(dice, at, { days: interval, mayGoOn: interval > 8 }) }
    },
  },
  {
    weight: 30,
    make(dice, at) {
      const interval = dice.between(1, 12)
      const some = WEEKDAYS.filter(() => dice.hits(0.3))
      const daysOfWeek = some.length === 0 ? [dice.pick(WEEKDAYS)] : some.reverse()
      return {
        frequency: 'weekly',
        interval,
        daysOfWeek,
        ...end(dice, at, { days: 7 * interval, mayGoOn: interval > 5 }),
      }
    },
  },
  {
    weight: 28,
    make(dice, at) {
      const interval = dice.hits(0.6) ? 1 : dice.between(2, 12)
      const dayOfMonth = dice.pick([1, 15, 28, 29, 30, 31, 31, dice.between(1, 31)])
      return { frequency: 'monthly', interval, dayOfMonth, ...end(dice, at, { days: 30 * interval, mayGoOn: true }) }
    },
  },
]

function end(dice, at, { days, mayGoOn }) {
  if (mayGoOn && dice.hits(0.5)) return { endType: 'never' }
  if (dice.hits(0.5)) return { endType: 'afterOccurrences', endAfterOccurrences: dice.between(1, 6) }
  const last = at.add({ days: days * dice.between(0, 5), minutes: dice.pick([0, 0, 1, 720]) })
  return { endType: 'onDate', endOnDate: last.toString({ smallestUnit: 'second' }) }
}

function digits(number) {
  return String(number).padStart(2, '0')
}
