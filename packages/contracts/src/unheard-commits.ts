import type { UnitOfWork } from '@carillon/core'

/**
 * A unit of work of which, from `loseReplies` on, nobody hears that it was committed: each is run once more, as after a
 * connection that broke at the wrong moment.
 */
export function unheardCommits(unitOfWork: UnitOfWork): UnitOfWork & { readonly loseReplies: () => void } {
  let isLost = false
  return {
    loseReplies: () => void (isLost = true),
    run: async (work) => {
      if (isLost) await unitOfWork.run(work)
      return unitOfWork.run(work)
    },
    runOne: (work) => unitOfWork.runOne(work),
  }
}
