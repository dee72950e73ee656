import type { AccountId, AuditEntryId, SessionId, UserId } from '../../values/ids.js'

/** A user, or a command or client of the operator. */
export type AuditActor = { readonly user: UserId } | { readonly command: string }

/** Who does something, and from where. */
export type AuditOrigin = {
  readonly actor: AuditActor
  readonly session: SessionId | null
  /** The address of the client; null for commands on the machine itself. */
  readonly address: string | null
}

/** The origin of everything that is done with the operator's token. */
export function originOfOperator(address: string | null): AuditOrigin {
  return { actor: { command: 'admin token' }, session: null, address }
}

/**
 * One change, with who made it, when and from where. It has ids, and never the text of a message, a secret or a phone
 * number: a number is masked.
 */
export type AuditEntry = AuditOrigin & {
  readonly id: AuditEntryId
  readonly at: Date
  /** Null for a change of the service, such as of a user. */
  readonly account: AccountId | null
  /** The kind of change, such as `user.invited`. */
  readonly action: string
  /** The ids of what was changed, sorted, or masked phone numbers. */
  readonly subjects: readonly string[]
  readonly details: Readonly<Record<string, unknown>>
}

export type AuditQuery = {
  /** Null matches any account, and entries without one. */
  readonly account: AccountId | null
  readonly user: UserId | null
  /** An action, or the beginning of actions that ends with a dot: `user.`. */
  readonly action: string | null
  /** Inclusive. */
  readonly from: Date | null
  /** Exclusive. */
  readonly to: Date | null
  /** The last entry of the previous step; null for the first step. */
  readonly after: { readonly at: Date; readonly id: AuditEntryId } | null
  readonly limit: number
}

/** Append-only. Entries are deleted only when they are too old. */
export interface AuditLog {
  /**
   * Adds an entry in the transaction of its change. A request of several transactions adds its entry in each: the first
   * one counts, and later ones only add subjects. So a transaction that runs again changes nothing.
   */
  add(entry: AuditEntry): Promise<void>
  /** Newest first, then by descending id. */
  list(query: AuditQuery): Promise<readonly AuditEntry[]>
  /** Deletes at most `limit` entries until the instant, inclusive, the oldest first. Returns how many. */
  trim(until: Date, limit: number): Promise<number>
}
