import type { AccountId } from '../../values/ids.js'

/** How long a repeat with the key gets the stored response, counted from the successful send. */
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

/** Null for a request without a key. */
export function keyNameOf(
  account: AccountId,
  scope: IdempotencyKeyScope,
  key: string | null,
): IdempotencyKeyName | null {
  return key === null ? null : { account, scope, key }
}

/**
 * The states of a key:
 *
 *     (free) --bound, in the transaction that makes its target--> running --responded--> responded --expired--> (free)
 *                                                                    `--its target failed--> (free)
 *
 * A process that takes over the target of a crashed process also stores the response, so that no key stays running.
 */
export type IdempotencyKeyRecord = IdempotencyKeyName & {
  /** The id of the message, broadcast, batch or schedule that the request made. */
  readonly target: string
  /** The response that a repeat gets; null while the first request runs. */
  readonly answer: StoredResponse | null
  /** Null until the target is sent: only a success starts the window. */
  readonly expiresAt: Date | null
}

/** The response as plain data that any store can keep: no dates, no undefined. */
export type StoredResponse = Readonly<Record<string, StoredValue>>
type StoredValue = string | number | boolean | null | readonly StoredValue[] | { readonly [name: string]: StoredValue }

/** Whether the key is bound and has not expired; otherwise it is free. */
export function isInUse(record: IdempotencyKeyRecord | null, now: Date): record is IdempotencyKeyRecord {
  return record !== null && (record.expiresAt === null || record.expiresAt > now)
}

/** Idempotency keys. An expired record counts as absent: `bind` replaces it. */
export interface IdempotencyKeyStore {
  find(name: IdempotencyKeyName): Promise<IdempotencyKeyRecord | null>
  /**
   * Binds a free key and returns null. If the key is already bound, changes nothing and returns its record. Of two
   * concurrent binds the second waits for the first to end. A key bound to the same target counts as free.
   */
  bind(record: IdempotencyKeyRecord, now: Date): Promise<IdempotencyKeyRecord | null>
  /**
   * Sets the expiry of a key that is still bound to the target, and its response if it has none yet: a stored response
   * never changes.
   */
  save(record: IdempotencyKeyRecord): Promise<void>
  /** Frees a key that is still bound to the target. */
  free(name: IdempotencyKeyName & { readonly target: string }): Promise<void>
  /** Deletes expired records of the account, at most `limit`, and returns how many it deleted. */
  trim(account: AccountId, now: Date, limit: number): Promise<number>
}
