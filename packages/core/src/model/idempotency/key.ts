import type { AccountId } from '../../values/ids.js'

/** From the successful send on, so long a key repeats its answer. */
export const IDEMPOTENCY_WINDOW_MS = 48 * 3_600_000

const KEY = /^[A-Za-z0-9@\-_)(]{2,100}$/

export function isIdempotencyKey(text: string): boolean {
  return KEY.test(text)
}

/** A key belongs to an account and a kind of request. */
export type IdempotencyKeyScope = 'message' | 'broadcast' | 'batch' | 'schedule'

export type IdempotencyKeyName = {
  readonly account: AccountId
  readonly scope: IdempotencyKeyScope
  readonly key: string
}

/** Null for a request that came without one. */
export function keyNameOf(
  account: AccountId,
  scope: IdempotencyKeyScope,
  key: string | null,
): IdempotencyKeyName | null {
  return key === null ? null : { account, scope, key }
}

/**
 * What a key stands for:
 *
 *     (free) --bound, in the transaction that makes its target--> running --answered--> answered --expired--> (free)
 *                                                                    `--its target failed--> (free)
 *
 * Whoever takes over the target of a process that died answers the key with it, so that no crash leaves one running.
 */
export type IdempotencyKeyRecord = IdempotencyKeyName & {
  /** The id of the message, broadcast, batch or schedule that the request made. */
  readonly target: string
  /** What a repeat is told; null while the first request runs. */
  readonly answer: StoredResponse | null
  /** Null while the target is on its way: only a success starts the window. */
  readonly expiresAt: Date | null
}

/** The answer as plain data that survives any store: no dates, no undefined. */
export type StoredResponse = Readonly<Record<string, StoredValue>>
type StoredValue = string | number | boolean | null | readonly StoredValue[] | { readonly [name: string]: StoredValue }

/** Whether the key stands for something: one that was never bound, or has expired, is free. */
export function isInUse(record: IdempotencyKeyRecord | null, now: Date): record is IdempotencyKeyRecord {
  return record !== null && (record.expiresAt === null || record.expiresAt > now)
}

/** Idempotency keys. An expired record is as good as none: `bind` replaces it. */
export interface IdempotencyKeyStore {
  find(name: IdempotencyKeyName): Promise<IdempotencyKeyRecord | null>
  /**
   * Binds a free key, and answers null. Where it is bound already nothing is changed and the answer is its record;
   * also when two bind it at once: the second waits for the first to end. Bound to the same target it counts as free.
   */
  bind(record: IdempotencyKeyRecord, now: Date): Promise<IdempotencyKeyRecord | null>
  /**
   * Sets the expiry of a key that is still bound to the target, and the answer where there is none yet: what the first
   * request was told stays.
   */
  save(record: IdempotencyKeyRecord): Promise<void>
  /** Lets go of a key that is still bound to the target. */
  free(name: IdempotencyKeyName & { readonly target: string }): Promise<void>
  /** Takes away expired records of the account, at most `limit`, and answers how many they were. */
  trim(account: AccountId, now: Date, limit: number): Promise<number>
}
