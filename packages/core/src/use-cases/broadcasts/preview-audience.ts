import type { Account } from '../../model/accounts/account.js'
import { allowedNumbers, type AllowedNumbers } from '../../model/accounts/destinations.js'
import { BULK_PRICE, times } from '../../model/credits/price.js'
import { previewedTemplate, type Preview } from '../../model/messages/preview.js'
import { SUPPORTED_ZONES } from '../../model/contacts/timezone.js'
import type { Audience, ResolvedAudience } from '../../model/schedules/audience.js'
import type { TemplateContent, TemplateRef } from '../../model/templates/template-content.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import { cohortsInZones } from '../../model/windows/windows-preview.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { resolveAudience } from '../filters/resolve-filter.js'
import { countCohorts } from '../windows/count-cohorts.js'
import { fixHours } from '../windows/fix-hours.js'
import { previewWindows, type WindowsAsked } from '../windows/preview-windows.js'
import { unmetConditions } from '../audiences/unmet-conditions.js'
import { previewStops } from './preview-stops.js'
import { previewTexts, type PreviewTextsDeps } from './preview-texts.js'

/** The maximum number of recipients whose caps, groups with windows and texts are checked; all recipients are counted. */
export const PREVIEWED_MAX = 100_000

export type AudiencePreview = {
  readonly account: Account
  readonly audience: Audience
  /** The zone of dates. */
  readonly zone: TimeZone
  readonly smartEncoding: boolean
  readonly now: Date
  /** When the recipients of a zone would be sent to, if not now. */
  readonly sentAt?: (zone: TimeZone) => Date
  /** When the messages that still wait fail, if the request says it. */
  readonly expiresAt?: Date | undefined
}

/** What would be sent, from the template if there is one, and whether the request is a repeat. */
export type CheckedText = {
  readonly content: TemplateContent
  readonly template: TemplateRef | null
  readonly isRepeat: boolean
}

/** What a text to an audience would do now. `check` refuses what would be refused. */
export async function previewAudience(
  deps: PreviewTextsDeps,
  draft: AudiencePreview,
  check: (stores: Stores) => Promise<CheckedText>,
): Promise<Preview> {
  const { checked, surveyed } = await deps.unitOfWork.run(async (stores) => ({
    checked: await check(stores),
    surveyed: await survey(stores, draft),
  }))
  const { content, template, isRepeat } = checked
  const { submitted, elsewhere, refused, first, available, unmet, zones } = surveyed
  const notOptedIn = refused['not-opted-in']
  const optedOut = refused['hard-opted-out']
  const open = submitted - elsewhere - notOptedIn - optedOut
  const accepted = isRepeat ? 0 : open
  const windows = isRepeat || zones === null ? null : await cohortsIn(deps, draft, zones, first)
  const stops = await previewStops(deps, { ...draft, windows }, isRepeat ? [] : first)
  const phones = stops.open
  const { blocked, chosen, ...texts } = await previewTexts(deps, { ...draft, content, phones })
  const refusals = { country: elsewhere, notOptedIn, optedOut, alreadySent: open - accepted }
  const dropped = { ...refusals, contentBlocked: blocked.length, ...stops.dropped }
  const stopped = [...stops.stopped, ...blocked]
  return {
    recipients: { submitted, accepted: accepted - stopped.length, dropped },
    credits: { required: times(BULK_PRICE, accepted), available },
    ...texts,
    ...stops.shown,
    ...(template && { templates: [previewedTemplate({ ...template, language: content.language }, chosen)] }),
    ...(unmet.length > 0 && { unmetConditions: unmet }),
    ...(windows && { windows: await previewWindows(deps, windows, stopped) }),
  }
}

async function survey(stores: Stores, { account, audience, zone, now }: AudiencePreview) {
  const { sms, mms } = await stores.credits.balance(account.id)
  const allowed = allowedNumbers(account.destinations)
  const resolved = await resolveAudience(stores, account.id, audience, { now, today: todayIn(zone, now) })
  const surveyed = await stores.audiences.survey(account.id, resolved, allowed)
  const first = await stores.audiences.first(account.id, resolved, { allowed, limit: PREVIEWED_MAX })
  const unmet = await unmetConditions(stores, account.id, audience)
  const zones = await zonesIn(stores, { account, audience: resolved, allowed })
  return { ...surveyed, first, available: { sms, mms }, unmet, zones }
}

type Reached = {
  readonly account: Account
  readonly audience: ResolvedAudience
  readonly allowed: AllowedNumbers
}

type Zones = { readonly hours: FixedSendingHours; readonly zones: ReadonlyMap<TimeZone, number> | null }

/** The cohorts of all recipients; if windows depend on groups, of the first ones. */
async function cohortsIn(
  deps: PreviewTextsDeps,
  { account: { id: account }, sentAt, expiresAt, now }: AudiencePreview,
  { hours, zones }: Zones,
  first: readonly PhoneNumber[],
): Promise<WindowsAsked> {
  const counts = zones === null ? await countCohorts(deps, hours, { account, phones: first }) : cohortsInZones(zones)
  return { account, hours, counts, sentAt: sentAt ?? (() => now), expiresAt }
}

/**
 * How many contacts of the audience that may be texted are in which zone. `zones` is null if windows also depend on groups,
 * which the database does not count. Null without sending windows.
 */
async function zonesIn(stores: Stores, { account, audience, allowed }: Reached): Promise<Zones | null> {
  const hours = await fixHours(stores, account)
  if (hours === null) return null
  if (hours.groupWindows !== undefined) return { hours, zones: null }
  const all = new Set([hours.zone, ...(SUPPORTED_ZONES as readonly string[] as TimeZone[])])
  const zones = await stores.audiences.fix({
    account: account.id,
    audience,
    allowed,
    byZone: true,
    zone: hours.zone,
    broadcasts: new Map([...all].map((zone) => [zone, null])),
  })
  return { hours, zones }
}
