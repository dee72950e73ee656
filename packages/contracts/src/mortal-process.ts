import type { UnitOfWork } from '@carillon/core'

/**
 * A unit of work for a process that dies: after `livesFor` of them none happens any more, until `revive`, when others
 * have come in its place.
 */
export function mortalProcess(unitOfWork: UnitOfWork) {
  let left = Infinity
  let isDead = false
  const use = <T>(run: () => Promise<T>): Promise<T> => {
    if (left <= 0) isDead = true
    if (isDead) return Promise.reject(new Error('The process has died'))
    left--
    return run()
  }
  const mortal: UnitOfWork = {
    run: (work) => use(() => unitOfWork.run(work)),
    runOne: (work) => use(() => unitOfWork.runOne(work)),
  }
  return {
    unitOfWork: mortal,
    livesFor: (units: number) => void (left = units),
    /** Whether it had died. */
    revive: () => {
      const hadDied = isDead
      left = Infinity
      isDead = false
      return hadDied
    },
  }
}
