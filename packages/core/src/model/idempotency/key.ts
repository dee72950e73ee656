import type { AccountId } from '../../values/ids.js'

/** From the successful send on, so long a key repeats its answer. */
export const IDEMPOTENCY_WINDOW_MS = 48 * 3_600_000

const KEY = /^[A-Za-z0-9@\-_)(]{2,100}$/

export function isIdempotencyKey(text: string): boolean {
  return KEY.test(text)
}

/** A key belongs to an account and a kind of request. */
export type KeyScope = 'message' | 'broadcast' | 'batch' | 'schedule'

export type KeyName = { readonly account: AccountId; readonly scope: KeyScope; readonly key: string }

/** Null for a request that came without one. */
export function keyNameOf(account: AccountId, scope: KeyScope, key: string | null): KeyName | null {
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
export type KeyRecord = KeyName & {
  /** The id of the message, broadcast, batch or schedule that the request made. */
  readonly target: string
  /** What a repeat is told; null while the first request runs. */
  readonly answer: Answer | null
  /** Null while the target is on its way: only a success starts the window. */
  readonly expiresAt: Date | null
}

/** The answer as plain data that survives any store: no dates, no undefined. */
export type Answer = Readonly<Record<string, AnswerValue>>
type AnswerValue = string | number | boolean | null | readonly AnswerValue[] | { readonly [name: string]: AnswerValue }

/** Whether the key stands for something: one that was never bound, or has expired, is free. */
export function isHeld(record: KeyRecord | null, now: Date): record is KeyRecord {
  return record !== null && (record.expiresAt === null || record.expiresAt > now)
}

/** Idempotency keys. An expired record is as good as none: `bind` replaces it. */
export interface KeyStore {
  find(name: KeyName): Promise<KeyRecord | null>
  /**
   * Binds a free key, and answers null. Where it is bound already nothing is changed and the answer is its record;
   * also when two bind it at once: the second waits for the first to end. Bound to the same target it counts as free.
   */
  bind(record: KeyRecord, now: Date): Promise<KeyRecord | null>
  /**
   * Sets the expiry of a key that is still bound to the target, and the answer where there is none yet: what the first
   * request was told stays.
   */
  save(record: KeyRecord): Promise<void>
  /** Lets go of a key that is still bound to the target. */
  free(name: KeyName & { readonly target: string }): Promise<void>
  /** Takes away expired records of the account, at most `limit`, and answers how many they were. */
  trim(account: AccountId, now: Date, limit: number): Promise<number>
}
