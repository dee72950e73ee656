import type { UnitOfWork } from '@carillon/core'

/** Of how many commits one goes unheard, for tests of what is told all the same. */
export const UNHEARD_ONE_IN = [
  ['all commits are heard', Infinity],
  ['every fifth commit goes unheard', 5],
  ['every third commit goes unheard', 3],
] as const

/**
 * A unit of work of which, from `loseReplies` on, nobody hears that it was committed, or of one in so many: each such
 * is run once more, as after a connection that broke at the wrong moment.
 */
export function unheardCommits(
  unitOfWork: UnitOfWork,
  { oneIn = 1 }: { readonly oneIn?: number } = {},
): UnitOfWork & { readonly loseReplies: () => void } {
  let count = -Infinity
  const isLost = () => ++count % oneIn === 0
  return {
    loseReplies: () => void (count = 0),
    run: async (work) => {
      if (isLost()) await unitOfWork.run(work)
      return unitOfWork.run(work)
    },
    runOne: async (work) => {
      if (isLost()) await unitOfWork.runOne(work)
      return unitOfWork.runOne(work)
    },
  }
}
