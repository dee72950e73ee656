import { setTimeout as delay } from 'node:timers/promises'
import { TrimExpired } from '@carillon/core'

/** Runs `TrimExpired` as a worker does, and times each step. */
export function watchedTrims({ unitOfWork, clock }) {
  const steps = []
  const watched = {
    ...unitOfWork,
    async run(work) {
      /** @type {{ what: string, taken: number } | null} */
      let step = null
      const startedAt = performance.now()
      const result = await unitOfWork.run((stores) => work({ ...stores, retention: noting(stores.retention, note) }))
      if (step !== null) steps.push({ ...step, tookMs: performance.now() - startedAt })
      return result

      function note(what, { taken }) {
        step = { what, taken }
      }
    },
  }
  const trimsWith = (wait) => new TrimExpired({ unitOfWork: watched, clock, timer: { wait } })
  return {
    steps,
    /** Trims with a worker's pauses, until `stopping` is aborted. */
    atRest: (stopping) => trimsWith((ms) => delay(ms)).execute({ stopping }),
    /** Trims without pauses, until `rows` rows are deleted or none is left. */
    async atOnce(rows = Infinity) {
      const from = steps.length
      const takenOf = () => steps.slice(from).reduce((sum, { taken }) => sum + taken, 0)
      const stopping = {
        get aborted() {
          return takenOf() >= rows
        },
      }
      await trimsWith(async () => {}).execute({ stopping })
      return takenOf()
    },
  }
}

function noting(retention, note) {
  const methods = ['trimMessages', 'trimRecipients', 'trimEvents', 'trimClicks'].map((what) => [
    what,
    async (...args) => {
      const trimmed = await retention[what](...args)
      note(what, trimmed)
      return trimmed
    },
  ])
  return Object.fromEntries(methods)
}
