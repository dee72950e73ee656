import { instantAt, nextOccurrence, parseTimeZone, wallClockAt } from '@carillon/core'
import { clockChanges, wallsAround } from './clock-changes.js'
import { instantByDateFnsTz, nextByDateFnsTz } from '../peers/date-fns-tz-occurrences.js'
import { instantByLuxon, nextByLuxon } from '../peers/luxon-occurrences.js'
import { instantByRrule, nextByRrule, nextDateByRrule } from '../peers/rrule-occurrences.js'
import { instantByTemporal, nextByTemporal } from '../peers/temporal-occurrences.js'
import { randomNumbers } from '../../shared/random-numbers.js'

const CASES = 1_000
/** One pass of our implementation is too short to time. */
const PASSES = 100
/** With a zone, rrule takes about 10 ms for each schedule. */
const CASES_OF_RRULE = 20

const ZONE = 'America/New_York'
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const DAY = 86_400_000
const CENTURY = 36_525 * DAY
/** The peers are checked only around every nth clock change, because they take most of the time. */
const PEERS_CHECKED_EVERY = 10
const CHECKED = { fromMs: Date.UTC(1969, 11, 31), toMs: Date.UTC(2038, 0, 1) }

export const bench = {
  title: 'next occurrence in a zone with daylight time',
  unit: 'occurrences/s',
  rounds: 7,
  setup: ({ seed }) => randomCases(seed),
  ours: (cases) => countAll(cases, oursNext, PASSES),
  variants: {
    'a century ahead': {
      prepare: (cases) => cases.map(({ timetable, after }) => ({ timetable, after: new Date(+after + CENTURY) })),
      run: (cases) => countAll(cases, oursNext, PASSES),
    },
  },
  peers: {
    'rrule, with tzid': (cases) => countAll(cases.slice(0, CASES_OF_RRULE), nextByRrule),
    'rrule, the dates alone': (cases) => countAll(cases, nextDateByRrule),
    luxon: (cases) => countAll(cases, nextByLuxon),
    'date-fns-tz': (cases) => countAll(cases, nextByDateFnsTz),
    'temporal-polyfill': (cases) => countAll(cases, nextByTemporal),
  },
  goals: [
    goalAgainst('rrule, with tzid', 3),
    goalAgainst('luxon', 40),
    goalAgainst('date-fns-tz', 40),
    goalAgainst('temporal-polyfill', 20),
  ],
  check: (cases, { progress }) => [checkNext(cases), checkClockChanges(progress)].join('. '),
}

const oursNext = (timetable, after) => nextOccurrence(timetable, after).instant

function goalAgainst(peer, atLeast) {
  return {
    text: `at least ${atLeast} times as fast as ${peer}`,
    ratio: ({ ours, peers }) => ours / peers[peer],
    atLeast,
  }
}

function countAll(cases, next, passes = 1) {
  let found = 0
  for (let pass = 0; pass < passes; pass++)
    for (const { timetable, after } of cases) if (next(timetable, after) > after) found++
  return found
}

/** Schedules that have run for up to a year. Their first occurrence fits the pattern, as rrule requires. */
function randomCases(seed) {
  const random = randomNumbers(seed)
  const below = (count) => Math.floor(random() * count)
  return Array.from({ length: CASES }, () => {
    const at = new Date(Date.UTC(2026, below(24), 1 + below(28), below(24), 5 * below(12)))
    const weekday = WEEKDAYS[(at.getUTCDay() + 6) % 7]
    const pattern = [
      { frequency: 'daily' },
      { frequency: 'weekly', daysOfWeek: [...new Set([weekday, WEEKDAYS[below(7)], WEEKDAYS[below(7)]])] },
      { frequency: 'monthly', dayOfMonth: at.getUTCDate() },
    ][below(3)]
    const recurrence = { ...pattern, interval: 1 + below(3), endType: 'never' }
    return {
      timetable: { at: shown(at), timezone: ZONE, sendByLocalTime: false, recurrence },
      after: new Date(+at + below(365 * DAY)),
    }
  })
}

/** The reference is Temporal, which moves times in a gap forward, and uses the first of two times in an overlap. */
function checkNext(cases) {
  const countWrong = (next, some = cases) =>
    some.filter(({ timetable, after }) => +next(timetable, after) !== +nextByTemporal(timetable, after)).length
  const wrong = countWrong(oursNext)
  const summary =
    `${wrong} of ${grouped(CASES)} next occurrences are wrong; of luxon ${countWrong(nextByLuxon)}, ` +
    `of date-fns-tz ${countWrong(nextByDateFnsTz)}, of rrule ${countWrong(nextByRrule, cases.slice(0, CASES_OF_RRULE))} of ${CASES_OF_RRULE}`
  if (wrong > 0) throw new Error(summary)
  return summary
}

/** Checks instants around every clock change from 1970 to 2037 in every zone that Intl has. */
function checkClockChanges(progress) {
  const zones = Intl.supportedValuesOf('timeZone')
  const wrongBy = { luxon: 0, 'date-fns-tz': 0, rrule: 0 }
  const peers = { luxon: instantByLuxon, 'date-fns-tz': instantByDateFnsTz, rrule: instantByRrule }
  const wrong = []
  let [checked, checkedOfPeers, changes] = [0, 0, 0]
  for (const [index, zone] of zones.entries()) {
    for (const change of clockChanges(zone, CHECKED)) {
      changes++
      for (const wallMs of wallsAround(change)) {
        const wall = shown(new Date(wallMs))
        const instantMs = instantByTemporal(wall, zone)
        checked++
        if (!isRight(zone, wall, { instantMs, change })) wrong.push(`${wall} ${zone}`)
        if (changes % PEERS_CHECKED_EVERY !== 0) continue
        checkedOfPeers++
        for (const [name, instantBy] of Object.entries(peers)) if (instantBy(wall, zone) !== instantMs) wrongBy[name]++
      }
    }
    progress(index + 1, zones.length)
  }
  const ofPeers = Object.entries(wrongBy).map(([name, count]) => `of ${name} ${grouped(count)}`)
  const summary =
    `${wrong.length} of ${grouped(checked)} instants around ${grouped(changes)} clock changes in ${zones.length} zones, ` +
    `1970 to 2037, are wrong; ${ofPeers.join(', ')} of ${grouped(checkedOfPeers)}`
  if (wrong.length > 0) throw new Error(`${summary}: ${wrong.slice(0, 5).join(', ')}`)
  return summary
}

/** Checks the instant of the wall clock, and the wall clock at that instant; the two wall clocks differ in a gap. */
function isRight(zone, wall, { instantMs, change }) {
  const place = parseTimeZone(zone)
  const offsetMs = instantMs < change.atMs ? change.beforeMs : change.afterMs
  const instant = instantAt(wall, place)
  return +instant === instantMs && wallClockAt(instant, place) === shown(new Date(instantMs + offsetMs))
}

function shown(date) {
  return date.toISOString().slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
}

const grouped = (number) => number.toLocaleString('en')
