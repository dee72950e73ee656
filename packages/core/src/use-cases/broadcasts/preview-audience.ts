import type { Account } from '../../model/accounts/account.js'
import { allowedNumbers } from '../../model/accounts/destinations.js'
import { BULK_PRICE, times } from '../../model/credits/price.js'
import type { Preview } from '../../model/messages/preview.js'
import type { Audience } from '../../model/schedules/audience.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { resolveAudience } from '../filters/resolve-filter.js'
import { unmetConditions } from '../audiences/unmet-conditions.js'
import { previewTexts, type PreviewTextsDeps } from './preview-texts.js'

/** The maximum number of texts that are rendered and checked; all recipients are counted. */
export const PREVIEWED_MAX = 100_000

export type AudiencePreview = {
  readonly account: Account
  readonly audience: Audience
  /** The zone of dates. */
  readonly zone: TimeZone
  readonly body: string
  readonly smartEncoding: boolean
  readonly now: Date
}

/** What a text to an audience would do now. `check` refuses what would be refused, and returns whether it is a repeat. */
export async function previewAudience(
  deps: PreviewTextsDeps,
  draft: AudiencePreview,
  check: (stores: Stores) => Promise<{ readonly isRepeat: boolean }>,
): Promise<Preview> {
  const { submitted, elsewhere, refused, first, available, isRepeat, unmet } = await deps.unitOfWork.run(
    async (stores) => ({ ...(await check(stores)), ...(await survey(stores, draft)) }),
  )
  const notOptedIn = refused['not-opted-in']
  const optedOut = refused['hard-opted-out']
  const open = submitted - elsewhere - notOptedIn - optedOut
  const accepted = isRepeat ? 0 : open
  const { contentBlocked, ...texts } = await previewTexts(deps, { ...draft, phones: isRepeat ? [] : first })
  const dropped = { country: elsewhere, notOptedIn, optedOut, alreadySent: open - accepted, contentBlocked }
  return {
    recipients: { submitted, accepted: accepted - contentBlocked, dropped },
    credits: { required: times(BULK_PRICE, accepted), available },
    ...texts,
    ...(unmet.length > 0 && { unmetConditions: unmet }),
  }
}

async function survey(stores: Stores, { account, audience, zone, now }: AudiencePreview) {
  const { sms, mms } = await stores.credits.balance(account.id)
  const allowed = allowedNumbers(account.destinations)
  const resolved = await resolveAudience(stores, account.id, audience, { now, today: todayIn(zone, now) })
  const surveyed = await stores.audiences.survey(account.id, resolved, allowed)
  const first = await stores.audiences.first(account.id, resolved, { allowed, limit: PREVIEWED_MAX })
  const unmet = await unmetConditions(stores, account.id, audience)
  return { ...surveyed, first, available: { sms, mms }, unmet }
}
