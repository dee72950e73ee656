/**
 * What can happen to a request of the service, with its likelihood in each mood of a carrier. Those before the dash get
 * to the carrier, which takes the text; the others do not.
 */
const MOODS = {
  calm: { normal: 1 },
  mixed: {
    ...{ normal: 8, late: 2, twice: 2, 'too-late': 0.4, never: 0.4, 'cut-after': 0.6, 'cut-midway': 0.6, garbage: 0.4 },
    ...{ 'fails-after': 0.6 /* - */, 'fails-before': 0.6, throttled: 2, 'cut-before': 0.8 },
  },
  throttling: { normal: 1, throttled: 9 },
  failing: { normal: 2, 'fails-after': 4, 'fails-before': 4 },
  cutting: { normal: 3, 'cut-after': 2, 'cut-midway': 2, 'cut-before': 3 },
  slow: { normal: 2, late: 4, 'too-late': 1.5, never: 1 },
  /** Refuses connections; those that are open break. */
  unreachable: { 'cut-before': 1 },
  /** Of the first carrier of a route whose second one is always calm. */
  bad: {
    normal: 1,
    throttled: 6,
    never: 0.3,
    'fails-after': 0.7,
    'fails-before': 0.7,
    'cut-after': 0.7,
    'cut-before': 0.7,
  },
}
/** The moods between which most carriers change. */
export const CHANGING = ['calm', 'mixed', 'mixed', 'mixed', 'throttling', 'failing', 'cutting', 'slow', 'unreachable']
const FAULTS = [...new Set(Object.values(MOODS).flatMap((mood) => Object.keys(mood)))]

/** A mood that can change, and a count of what happened in it. */
export class Mood {
  counts = Object.fromEntries(FAULTS.map((fault) => [fault, 0]))

  constructor(random) {
    this.random = random
    this.name = 'calm'
  }

  /** What happens to the next request. */
  next() {
    const weights = Object.entries(MOODS[this.name])
    let left = this.random() * weights.reduce((sum, [, weight]) => sum + weight, 0)
    const [fault] = weights.find(([, weight]) => (left -= weight) < 0) ?? weights[0]
    this.counts[fault]++
    return fault
  }
}
