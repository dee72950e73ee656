import { usesSmartEncoding, type SmartEncodingChoice } from '../../model/accounts/account.js'
import { canaryOf, type Canary } from '../../model/broadcasts/canary.js'
import { expiryOf, rateDelayMs } from '../../model/broadcasts/expiry.js'
import { mostPartsOf } from '../../model/senders/rate-counts.js'
import { fixedHoursOf } from '../../model/windows/fixed-hours.js'
import { openShareOf } from '../../model/windows/open-share.js'
import { windowsDelayMs } from '../../model/windows/sending-windows.js'
import type { BulkRequest } from './bulk-request.js'

export type BroadcastTerms = { readonly canary: Canary | null; readonly expiresAt: Date }

/**
 * The canary and the expiry of a request, with their defaults. Refuses those that cannot work. `rateDelay`: of
 * `rateDelayMs`, which only the default expiry of an accepted request needs.
 */
export function termsOf(
  { account, canary: requested, expiresAt }: Pick<BulkRequest, 'account' | 'canary' | 'expiresAt'>,
  { now, heldUntil = now }: { readonly now: Date; readonly heldUntil?: Date },
  rateDelay = 0,
): BroadcastTerms {
  const canary = requested === undefined ? null : canaryOf(requested)
  const delayMs = windowsDelayMs(fixedHoursOf(account, [])) + rateDelay
  return { canary, expiresAt: expiryOf(expiresAt, heldUntil, canary, delayMs) }
}

/** By how much a rate delays the expiry of a broadcast, about. `perSecond`: the rate of its sender, or null if it has none. */
export function rateDelayOf(
  { account, bodies = null, smartEncoding, ...content }: RatedContent,
  { total, perSecond }: { readonly total: number; readonly perSecond: number | null },
): number {
  if (perSecond === null) return 0
  const encoding = { smartEncoding: usesSmartEncoding({ account, smartEncoding }) }
  const parts = account.rateCounts === 'parts' ? mostPartsOf({ ...content, ...encoding }, bodies) : 1
  const hours = fixedHoursOf(account, [])
  return rateDelayMs(total, { parts, perSecond, openShare: openShareOf(hours && hours.windows) })
}

type RatedContent = SmartEncodingChoice &
  Pick<BulkRequest, 'body' | 'mediaUrl'> & {
    /** Only of a batch. */
    readonly bodies?: readonly string[] | null
  }
