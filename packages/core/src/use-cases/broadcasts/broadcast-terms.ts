import { canaryOf, type Canary } from '../../model/broadcasts/canary.js'
import { expiryOf } from '../../model/broadcasts/expiry.js'
import { fixedHoursOf } from '../../model/windows/fixed-hours.js'
import { windowsDelayMs } from '../../model/windows/sending-windows.js'
import type { BulkRequest } from './bulk-request.js'

export type BroadcastTerms = { readonly canary: Canary | null; readonly expiresAt: Date }

/** The canary and the expiry of a request, with their defaults. Refuses those that cannot work. */
export function termsOf(
  { account, canary: requested, expiresAt }: Pick<BulkRequest, 'account' | 'canary' | 'expiresAt'>,
  { now, heldUntil = now }: { readonly now: Date; readonly heldUntil?: Date },
): BroadcastTerms {
  const canary = requested === undefined ? null : canaryOf(requested)
  const delayMs = windowsDelayMs(fixedHoursOf(account, []))
  return { canary, expiresAt: expiryOf(expiresAt, heldUntil, canary, delayMs) }
}
