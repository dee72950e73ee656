import { DomainError, type CodeOutcome } from '@carillon/core'
import type { ApiEnvironment, Context } from '../api/context.js'

/** Counts what becomes of the codes of opt-in forms, and logs each refusal that names a limit. */
export type CodeCounts = {
  readonly outcome: (outcome: CodeOutcome) => void
  readonly refusal: (error: unknown, context: Context) => void
  readonly entered: () => void
}

export function codeCounts({ metrics, logger }: Pick<ApiEnvironment, 'metrics' | 'logger'>): CodeCounts {
  return {
    outcome: (outcome) => {
      metrics.formCodes.inc({ outcome: outcome.kind })
      if (outcome.kind !== 'withheld' || outcome.because === 'bot') return
      metrics.formLimits.inc({ limit: LIMIT_NAMES[outcome.because] ?? outcome.because })
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

type Withheld = Extract<CodeOutcome, { kind: 'withheld' }>

/** The limits of one number, spelled like the limits that a refusal names. */
const LIMIT_NAMES: { readonly [Reason in Withheld['because']]?: string } = {
  'code-to-number': 'number',
  'code-to-number-in-service': 'number_in_service',
  'number-of-service': 'number_of_service',
  confirmation: 'confirmation',
}
