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
