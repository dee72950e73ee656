import { UserError } from '../../settings/user-error.js'
import type { Shell } from '../../terminal/shell.js'

export type BrokenWork = {
  /** The number of rows that were processed. */
  readonly rows: number
  /** The name of the interrupted work, such as "The import". */
  readonly work: string
  readonly shell: Shell
}

/** The error for work that a failure or Ctrl-C ended. Running the same command again continues the work. */
export function interruptedError(error: unknown, { rows, work, shell: { interrupted } }: BrokenWork): Error {
  if (error instanceof UserError && rows === 0 && !interrupted.aborted) return error
  const done = rows === 0 ? '' : ` ${rows} rows were processed and are kept.`
  return new UserError(
    `${reasonOf(error, work, interrupted)}.${done} Run the same command again to continue: processing a row twice changes nothing`,
    { cause: error },
  )
}

function reasonOf(error: unknown, work: string, interrupted: AbortSignal): string {
  if (interrupted.aborted) return 'Interrupted'
  const { message } = error as Error
  return error instanceof UserError ? message : `${work} failed (${message})`
}
