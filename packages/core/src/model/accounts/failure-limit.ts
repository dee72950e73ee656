/**
 * Failed authentications slow down the next ones. One client, such as an address with a key id, may fail a few times
 * for free. Each further failure blocks it for twice as long as the previous one, up to a maximum. Credentials that
 * arrive while the client is blocked are not checked, and do not count as a failure.
 */
export type FailureLimit = {
  /** The number of the first failure that blocks. Fewer failures are forgotten after a minute without another one. */
  readonly blocksFrom: number
  readonly blockMaxMs: number
}

/** For the failures of one network with one key id. */
export const KEY_FAILURE_LIMIT: FailureLimit = { blocksFrom: 5, blockMaxMs: 60_000 }

/** For the failures of one network with the admin token. Short, because all operators in an office share both. */
export const ADMIN_FAILURE_LIMIT: FailureLimit = { blocksFrom: 5, blockMaxMs: 8_000 }

export type Failures = { readonly count: number; readonly lastMs: number }

const BLOCK_MIN_MS = 1_000
const FREE_FORGOTTEN_MS = 60_000
/** Longer than the longest block: otherwise, waiting for the end of a block would start again with free failures. */
const BLOCKS_FORGOTTEN_MS = 600_000

/** The failures that still count. */
export function failuresAt(
  failures: Failures | undefined,
  nowMs: number,
  { blocksFrom }: FailureLimit,
): Failures | null {
  if (failures === undefined) return null
  const forgottenMs = failures.count < blocksFrom ? FREE_FORGOTTEN_MS : BLOCKS_FORGOTTEN_MS
  return distanceMs(failures.lastMs, nowMs) < forgottenMs ? failures : null
}

export function withFailure(failures: Failures | undefined, nowMs: number, limit: FailureLimit): Failures {
  return { count: (failuresAt(failures, nowMs, limit)?.count ?? 0) + 1, lastMs: nowMs }
}

/** How much longer the client is blocked; 0 if it is not blocked. */
export function blockedMs(failures: Failures | undefined, nowMs: number, limit: FailureLimit): number {
  const counting = failuresAt(failures, nowMs, limit)
  if (counting === null || counting.count < limit.blocksFrom) return 0
  const blockMs = Math.min(limit.blockMaxMs, BLOCK_MIN_MS * 2 ** (counting.count - limit.blocksFrom))
  return Math.max(0, blockMs - distanceMs(counting.lastMs, nowMs))
}

/** A clock that was set back must not prolong a block, so the direction is ignored. */
function distanceMs(lastMs: number, nowMs: number): number {
  return Math.abs(nowMs - lastMs)
}
