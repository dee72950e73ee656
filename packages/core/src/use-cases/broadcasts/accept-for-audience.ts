import { usesSmartEncoding } from '../../model/accounts/account.js'
import { allowedNumbers } from '../../model/accounts/destinations.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { consentRefusal } from '../../model/consent/consent.js'
import type { Audience, AudienceSurvey } from '../../model/schedules/audience.js'
import { checkTexts } from '../../model/templates/check-body.js'
import { hasMedia } from '../../model/templates/template-content.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { invalidInput, type DomainError } from '../../values/errors.js'
import type { BroadcastId } from '../../values/ids.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { resolveAudience } from '../filters/resolve-filter.js'
import { requireTemplate } from '../templates/read-templates.js'
import { checkFrom } from '../senders/check-from.js'
import { keepAudience } from '../audiences/check-audience.js'
import { fixHours } from '../windows/fix-hours.js'
import { acceptedOf, reserveFor, type NewBroadcast } from './accept-broadcast.js'
import { rateDelayOf, termsOf } from './broadcast-terms.js'
import type { BulkRequest } from './bulk-request.js'
import { contentOf, usedTextOf } from './bulk-templates.js'
import { startingJobs } from './watch-canary.js'

/** A broadcast to the contacts of an audience instead of given numbers. */
export type AudienceRequest = Pick<
  BulkRequest,
  'account' | 'from' | 'mediaUrl' | 'template' | 'used' | 'smartEncoding' | 'canary' | 'expiresAt'
> & {
  /** `""` if there is only media, or a template. */
  readonly body: string
  readonly audience: Audience
}

/** By the same rules as `acceptBroadcast`, but the recipients stay in the database, however many they are. */
export async function acceptForAudience(
  stores: Stores,
  requested: AudienceRequest,
  fresh: NewBroadcast,
): Promise<Broadcast> {
  const { account, from, audience } = requested
  const before = await stores.broadcasts.find(account.id, fresh.id)
  if (before !== null) return before
  termsOf(requested, fresh)
  await keepAudience(stores, account.id, audience)
  const request = await withTemplate(stores, requested)
  const content = contentOf(request)
  const perSecond = await checkFrom(stores, account, { from, hasMedia: hasMedia(content) })
  checkTexts(content, account.compliance, { smartEncoding: usesSmartEncoding(request) })
  const total = await fixMembers(stores, request, fresh)
  const sendingHours = await fixHours(stores, account)
  const rateDelay = rateDelayOf(request, { total, perSecond })
  const broadcast = acceptedOf(request, { total, sendingHours, rateDelay }, fresh)
  await stores.broadcasts.add(broadcast, [])
  await stores.jobs.put(startingJobs(broadcast, fresh.now))
  await reserveFor(stores, account, broadcast)
  return broadcast
}

/** Adds the newest text of the template, if the request names one. */
export async function withTemplate<R extends Omit<AudienceRequest, 'audience'>>(
  stores: Pick<Stores, 'templates'>,
  request: R,
): Promise<R> {
  const { account, template: id, mediaUrl } = request
  if (id === undefined) return request
  return { ...request, ...usedTextOf(await requireTemplate(stores, { account, id }), mediaUrl) }
}

/** Stores the contacts that may be texted now, and returns their number. */
async function fixMembers(
  stores: Stores,
  { account, audience }: AudienceRequest,
  { id, now }: { readonly id: BroadcastId; readonly now: Date },
): Promise<number> {
  const { timezone: zone, id: owner, destinations } = account
  const allowed = allowedNumbers(destinations)
  const broadcasts = new Map([[zone, id]])
  const resolved = await resolveAudience(stores, owner, audience, { now, today: todayIn(zone, now) })
  const fixing = { account: owner, audience: resolved, allowed, byZone: false, zone, broadcasts }
  const total = (await stores.audiences.fix(fixing)).get(zone) ?? 0
  if (total === 0) throw noneMayBeTexted(await stores.audiences.survey(owner, resolved, allowed))
  return total
}

function noneMayBeTexted({ submitted, elsewhere, refused }: AudienceSurvey): DomainError {
  if (submitted === 0) return invalidInput('audience', 'has no contacts')
  if (elsewhere === submitted) return invalidInput('audience', 'has no contact with a number that the account may text')
  return consentRefusal(refused['not-opted-in'] === 0 ? 'hard-opted-out' : 'not-opted-in')
}
