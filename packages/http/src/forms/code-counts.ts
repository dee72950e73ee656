import { DomainError, type CodeOutcome } from '@carillon/core'
import type { ApiEnvironment, Context } from '../api/context.js'

/** Counts what becomes of the codes of opt-in forms, and logs the limits that many visitors reach. */
export type CodeCounts = {
  readonly outcome: (outcome: CodeOutcome) => void
  readonly refusal: (error: unknown, context: Context) => void
  readonly entered: () => void
}

export function codeCounts({ metrics, logger }: Pick<ApiEnvironment, 'metrics' | 'logger'>): CodeCounts {
  return {
    outcome: (outcome) => {
      metrics.formCodes.inc({ outcome: outcome.kind })
      if (outcome.kind === 'withheld') metrics.formLimits.inc({ limit: outcome.because })
    },
    refusal: (error, { requestId, accountFound: account }) => {
      const limit = error instanceof DomainError ? error.details?.['limit'] : undefined
      if (typeof limit !== 'string') return
      metrics.formCodes.inc({ outcome: 'refused' })
      metrics.formLimits.inc({ limit })
      logger.warn({ requestId, account, limit }, 'a code of an opt-in form was refused')
    },
    entered: () => metrics.formCodes.inc({ outcome: 'entered' }),
  }
}
