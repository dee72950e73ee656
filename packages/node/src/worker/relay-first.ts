import type { RelayEvents, RunDueJobs, RunDueJobsInput } from '@carillon/core'
import type { Pause } from './pause.js'

export type RelayFirstOptions = {
  readonly relayEvents: Pick<RelayEvents, 'execute'>
  readonly runDueJobs: Pick<RunDueJobs, 'begin'>
  readonly pause: Pause
  /** Once this is aborted, no more events are relayed and no more jobs are begun. */
  readonly stopping: AbortSignal
  readonly onRelayFailure: (error: unknown) => void
}

/**
 * Each round serves every waiting account. An account with more events than fit in these rounds waits for the next
 * poll.
 */
const ROUNDS_MAX = 10
const BACK_OFF_FIRST_MS = 2_000
const BACK_OFF_MAX_MS = 15_000

/**
 * Relays the outbox before each poll for jobs, so that new events are delivered at once. If the relay fails, it is
 * retried with backoff, and the jobs continue meanwhile.
 */
export function relayFirst({ runDueJobs, ...options }: RelayFirstOptions): Pick<RunDueJobs, 'begin'> {
  const relay = relayWithBackOff(options)
  return {
    async begin(input: RunDueJobsInput) {
      await relay()
      return options.stopping.aborted ? [] : runDueJobs.begin(input)
    },
  }
}

function relayWithBackOff({ relayEvents, pause, stopping, onRelayFailure }: Omit<RelayFirstOptions, 'runDueJobs'>) {
  let failures = 0
  let isLeftAlone = false
  return async () => {
    if (isLeftAlone) return
    try {
      for (let round = 0; round < ROUNDS_MAX && !stopping.aborted; round++) {
        if ((await relayEvents.execute()) === 0) break
      }
      failures = 0
    } catch (error) {
      onRelayFailure(error)
      isLeftAlone = true
      const durationMs = Math.min(BACK_OFF_FIRST_MS * 2 ** failures++, BACK_OFF_MAX_MS)
      void pause(durationMs, stopping).then(() => (isLeftAlone = false))
    }
  }
}
