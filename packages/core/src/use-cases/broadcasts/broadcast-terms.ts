import { canaryOf, type Canary } from '../../model/broadcasts/canary.js'
import { expiryOf } from '../../model/broadcasts/expiry.js'
import type { BulkRequest } from './bulk-request.js'

export type BroadcastTerms = { readonly canary: Canary | null; readonly expiresAt: Date }

/** The canary and the expiry of a request, with their defaults. Refuses those that cannot work. */
export function termsOf(
  { canary: requested, expiresAt }: Pick<BulkRequest, 'canary' | 'expiresAt'>,
  { now, heldUntil = now }: { readonly now: Date; readonly heldUntil?: Date },
): BroadcastTerms {
  const canary = requested === undefined ? null : canaryOf(requested)
  return { canary, expiresAt: expiryOf(expiresAt, heldUntil, canary) }
}
