import type { UnitOfWork } from '@carillon/core'

/** Wraps a unit of work so that at most `atOnceMax` run at once; others wait in order of arrival. */
export function limitConcurrency(unitOfWork: UnitOfWork, atOnceMax: number): UnitOfWork {
  const waiting: (() => void)[] = []
  let running = 0
  const place = async () => {
    if (running < atOnceMax) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const limited = async <T>(work: () => Promise<T>): Promise<T> => {
    await place()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // Passes the slot on directly, so that no newcomer takes it first.
      if (next === undefined) running--
      else next()
    }
  }
  return {
    run: (work) => limited(() => unitOfWork.run(work)),
    runOne: (work) => limited(() => unitOfWork.runOne(work)),
  }
}
