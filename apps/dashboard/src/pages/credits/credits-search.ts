export const LEDGER_CAUSES = ['grant', 'broadcast'] as const
export type LedgerCause = (typeof LEDGER_CAUSES)[number]

export type CreditsSearch = {
  /** Default: every cause. */
  readonly cause?: LedgerCause
  readonly cursor?: string
}
