import { randomNumbers } from '../shared/random-numbers.js'

/** The random numbers of a simulated world: the same sequence for the same seed. */
export function createDice(seed) {
  const next = randomNumbers(seed)
  return {
    next,
    /** True with this probability. */
    hits: (likelihood) => next() < likelihood,
    /** A whole number, both ends included. */
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
    pick: (list) => list[Math.floor(next() * list.length)],
    /** Picks an entry at random by `weight`. */
    weighted(list) {
      let left = next() * list.reduce((sum, { weight }) => sum + weight, 0)
      return list.find(({ weight }) => (left -= weight) < 0) ?? list.at(-1)
    },
  }
}
