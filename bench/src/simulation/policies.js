import { wallAt } from '../shared/calendar.js'
import { someOf } from './actors/pool-actors.js'

/** Sending windows, frequency caps and an automatic pause; most accounts have none of them. */
export function policiesOf(world) {
  const { dice } = world
  return {
    sendingWindows: dice.hits(0.25) ? Array.from({ length: dice.between(1, 3) }, () => windowOf(world)) : null,
    holdAtMost: dice.pick(['1h', '2h']),
    frequencyCaps: dice.hits(0.3) ? [capOf(dice)] : [],
    autoPause: dice.hits(0.2) ? { failedOver: dice.pick([0.2, 0.5]), atLeast: dice.between(1, 20) } : null,
  }
}

/** What rates count, and perhaps pools with numbers of their own. `rated`: the rate of a number, at random. */
export function poolsOf({ dice }, { name, numbers, rated }) {
  const rateCounts = dice.pick(['parts', 'messages'])
  if (!dice.hits(0.5)) return { numbers, rateCounts }
  const ending = name === 'Acme' ? '92' : '82'
  const pooled = POOLED.map((prefix) => ({ number: `${prefix}${ending}`, mms: dice.hits(0.8), ...rated() }))
  const all = [...numbers, ...pooled]
  const pools = (dice.hits(0.3) ? ['Main', 'Other'] : ['Main']).map((name) => ({
    name,
    numbers: someOf(dice, all).map(({ number }) => number),
  }))
  return { numbers: all, rateCounts, pools }
}

/** Prefixes of numbers of pools. Some people have these area codes. */
const POOLED = ['+120255501', '+131255501', '+130355601']

/** How long recipients can be held in this world, at most twice in a row. */
export const HELD_MAX_MS = 4 * 3_600_000

const MINUTE_MS = 60_000
const ZONES = ['UTC', 'America/New_York', 'America/Chicago', 'America/Denver']
/** @type {readonly ('mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun')[]} */
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Opens some hours before the world begins, or during it, by the clock of one of its zones. */
function windowOf({ dice, nowMs }) {
  const opensMs = nowMs() + dice.between(-480, 150) * MINUTE_MS
  const zone = dice.pick(ZONES)
  const clock = (ms) => wallAt(ms, zone).toPlainTime().toString({ smallestUnit: 'minute' })
  const some = DAYS.filter(() => dice.hits(0.7))
  return {
    days: some.length === 0 || dice.hits(0.7) ? DAYS : some,
    from: clock(opensMs),
    to: clock(opensMs + dice.between(20, 600) * MINUTE_MS),
    ...(dice.hits(0.3) && { group: 'VIP' }),
  }
}

function capOf(dice) {
  return {
    messages: dice.between(1, 4),
    per: '1h',
    counts: dice.pick(['bulk', 'all']),
    group: dice.hits(0.3) ? 'VIP' : null,
  }
}
