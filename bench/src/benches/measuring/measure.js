import { medianOf } from './median-of.js'

/**
 * One comparison of our implementation with its peers and the limit, if any. All contestants get the same input.
 *
 * @typedef {object} Bench
 * @property {string} title What is measured, with the size of the input.
 * @property {string} unit `ms` for the time of a run; or `<things>/s` if a run returns how many things it did.
 * @property {boolean} [showsSlowest] Whether the slowest run of ours counts too; only for times.
 * @property {number} [rounds] Measured rounds, at least 5, after one warm-up round.
 * @property {(run: Run) => unknown} [setup] Creates the context that all contestants get.
 * @property {Contestant} ours
 * @property {Record<string, Contestant>} [variants] Ours in other circumstances.
 * @property {Peers | ((context: any) => Peers)} peers A function of the context if some peers may not be installed.
 * @property {{ name: string, contestant: Contestant }} [limit] A bound that even the best implementation cannot beat.
 * @property {(context: any) => Figures | Promise<Figures>} [figures] Other measurements, by name with its unit; runs after the rounds.
 * @property {Goal[]} goals
 * @property {(context: any, run: Run & { progress: Progress }) => unknown} [check] Throws if a result of ours
 *   is wrong; what `check` returns is printed. It runs after the rounds, so that it cannot disturb them.
 * @property {(context: any) => unknown} [teardown] Runs last, even after a failure.
 *
 * All functions may be asynchronous. `prepare` is not measured: it creates the input that one run consumes.
 * @typedef {((context: any) => unknown) | { prepare: (context: any) => unknown, run: (input: any) => unknown }} Contestant
 *
 * @typedef {{ seed: number, contacts?: number }} Run `contacts`: the number of contacts, if a bench lets it vary.
 * @typedef {Record<string, number>} ByName
 * @typedef {Record<string, Contestant>} Peers
 * @typedef {{ median: number, worst: number }} Spread
 * @typedef {Record<string, any>} Figures Each is a number or a Spread.
 * @typedef {{ ours: number, variants: ByName }} Slowest
 * @typedef {{ ours: number, variants: ByName, slowest?: Slowest, peers: ByName, limit?: number, figures: Figures }} Medians
 *
 * A goal whose ratio is null is left out, because its peer is not installed.
 * @typedef {(medians: Medians) => number | null} Ratio
 * @typedef {{ text: string, ratio: Ratio } & ({ atLeast: number, atMost?: undefined } | { atMost: number, atLeast?: undefined })} Goal
 * @typedef {(done: number, total: number) => void} Progress
 */

const ROUNDS = 7
const ROUNDS_MIN = 5

/**
 * The median of each contestant. The contestants take turns within a round, and a different one begins each round, so
 * that other load on the machine or a warm cache favours none of them.
 *
 * @param {Bench} bench
 * @returns {Promise<Medians>}
 */
export async function measure(bench, context) {
  const { unit, rounds = ROUNDS, showsSlowest = false, ours, variants = {}, peers, limit, figures } = bench
  if (rounds < ROUNDS_MIN) throw new Error(`${rounds} rounds: a median needs at least ${ROUNDS_MIN}`)
  const present = typeof peers === 'function' ? peers(context) : peers
  const limits = limit === undefined ? [] : [limit.contestant]
  const contestants = [ours, ...limits, ...Object.values(variants), ...Object.values(present)]
  const samples = new Map(contestants.map((contestant) => [contestant, []]))
  for (let round = 0; round <= rounds; round++) {
    for (let offset = 0; offset < contestants.length; offset++) {
      const contestant = contestants[(round + offset) % contestants.length]
      const sample = await runOnce(contestant, context, unit)
      if (round > 0) samples.get(contestant).push(sample)
    }
  }
  const median = (contestant) => medianOf(samples.get(contestant))
  const slowest = (contestant) => Math.max(...samples.get(contestant))
  return {
    ours: median(ours),
    variants: mapValues(variants, median),
    ...(showsSlowest && { slowest: { ours: slowest(ours), variants: mapValues(variants, slowest) } }),
    peers: mapValues(present, median),
    ...(limit && { limit: median(limit.contestant) }),
    figures: (await figures?.(context)) ?? {},
  }
}

function mapValues(record, valueOf) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, valueOf(value)]))
}

async function runOnce(contestant, context, unit) {
  const { prepare, run } = typeof contestant === 'function' ? { prepare: (same) => same, run: contestant } : contestant
  const input = await prepare(context)
  const start = performance.now()
  const done = await run(input)
  const elapsedMs = performance.now() - start
  return unit === 'ms' ? elapsedMs : (Number(done) / elapsedMs) * 1000
}
