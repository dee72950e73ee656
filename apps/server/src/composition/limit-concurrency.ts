import type { UnitOfWork } from '@carillon/core'

/** The same unit of work, of which so many run at once: the next one waits until one of them has ended, in its turn. */
export function limitConcurrency(unitOfWork: UnitOfWork, atOnceMax: number): UnitOfWork {
  const waiting: (() => void)[] = []
  let running = 0
  const place = async () => {
    if (running < atOnceMax) running++
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await place()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The place goes from hand to hand, so that nobody else takes it in between.
      if (next === undefined) running--
      else next()
    }
  }
  return {
    run: (work) => inTurn(() => unitOfWork.run(work)),
    runOne: (work) => inTurn(() => unitOfWork.runOne(work)),
  }
}
