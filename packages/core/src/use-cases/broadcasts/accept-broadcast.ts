import { usesSmartEncoding, type Account } from '../../model/accounts/account.js'
import { checkQuota } from '../../model/accounts/daily-quota.js'
import { notAllowedAmong, faultOfDestination } from '../../model/accounts/destinations.js'
import { NO_OUTCOMES, withOutcomes, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { chunksOf } from '../../model/broadcasts/chunk.js'
import { usedAmong, without, type Recipients } from '../../model/broadcasts/recipients.js'
import { watchOf } from '../../model/broadcasts/watch.js'
import { consentRefusal, type Refusal } from '../../model/consent/consent.js'
import { creditEntries } from '../../model/credits/credit-entries.js'
import { BULK_PRICE, covers, insufficientCredits, times } from '../../model/credits/price.js'
import { poolWith } from '../../model/senders/pool.js'
import { broadcastEvent } from '../../model/events/event.js'
import type { Secrets } from '../../ports/secrets.js'
import type { CreditsThatDay } from '../../stores/occurrence-store.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { invalidInput, type DomainError } from '../../values/errors.js'
import type { BroadcastId, EventId } from '../../values/ids.js'
import { utcDayOf } from '../../values/time/wall-clock.js'
import { checkFrom } from '../senders/check-from.js'
import { refusedWithSuppression } from '../opt-outs/suppression.js'
import { fixHours } from '../windows/fix-hours.js'
import { rateDelayOf, termsOf } from './broadcast-terms.js'
import { recipientsOf, type BulkRequest } from './bulk-request.js'
import { needsMms, withBulkTexts, type BulkTexts } from './bulk-templates.js'
import { checkBodies } from './check-bodies.js'
import { startingJobs } from './watch-canary.js'

/** Created before the unit of work, so that a broadcast is not accepted twice after an unacknowledged commit. */
export type NewBroadcast = {
  readonly id: BroadcastId
  readonly eventId: EventId
  readonly now: Date
  /** The time zone for dates in the broadcast's merge tags, if it differs from the account's zone. */
  readonly timezone?: Broadcast['timezone']
  /** No message is submitted before this instant. */
  readonly heldUntil?: Date
}

/**
 * Accepts the recipients that may be texted and whose key is unused. Refuses the request if none may be texted and no
 * key was used before; a number in a country that the account may not text is not accepted, whatever its consent is.
 * The credits are locked last, after all else is stored: the account's other sends wait for it.
 */
export async function acceptBroadcast(
  stores: Stores,
  secrets: Secrets,
  requested: BulkRequest,
  fresh: NewBroadcast,
): Promise<Broadcast> {
  const { account, from } = requested
  const before = await stores.broadcasts.find(account.id, fresh.id)
  if (before !== null) return before
  termsOf(requested, fresh)
  const request = await withBulkTexts(stores, { ...requested, recipients: recipientsOf(requested) })
  const perSecond = await checkFrom(stores, account, { from, hasMedia: needsMms(request) })
  checkBodies(request)
  const recipients = await admit(stores, secrets, request, fresh)
  const sendingHours = await fixHours(stores, account)
  const { bodies, phones } = recipients
  const total = phones.length
  const rateDelay = rateDelayOf({ ...request, bodies }, { total, perSecond })
  const broadcast = acceptedOf(request, { total, sendingHours, rateDelay }, fresh)
  const isNew = await stores.broadcasts.add(broadcast, chunksOf(broadcast, recipients))
  if (!isNew) throw new Error(`The broadcast ${broadcast.id} was not found, but already exists`)
  await stores.jobs.put(startingJobs(broadcast, fresh.now))
  if (broadcast.completedAt !== null) {
    await stores.events.append(account.id, [broadcastEvent(broadcast, { id: fresh.eventId, at: fresh.now })])
  }
  await reserveFor(stores, account, broadcast)
  return broadcast
}

/** A broadcast without recipients is completed at once. */
export function acceptedOf(
  request: AcceptedRequest,
  { total, sendingHours, rateDelay }: Pick<Broadcast, 'total' | 'sendingHours'> & { readonly rateDelay: number },
  fresh: NewBroadcast,
): Broadcast {
  const { account, from, body, mediaUrl, used = null } = request
  const { canary, expiresAt } = termsOf(request, fresh, rateDelay)
  const accepted: Broadcast = {
    id: fresh.id,
    account: account.id,
    from,
    pool: poolWith(account.pools, from),
    body,
    mediaUrl,
    status: 'queued',
    total,
    released: canary === null ? total : Math.min(total, canary.recipients),
    timezone: fresh.timezone ?? null,
    template: used,
    smartEncoding: usesSmartEncoding(request),
    sendingHours,
    send: null,
    counts: NO_OUTCOMES,
    createdAt: fresh.now,
    held: 0,
    startedAt: null,
    heldUntil: fresh.heldUntil ?? null,
    completedAt: null,
    pausedAt: null,
    expiresAt,
    watch: watchOf(canary, account.autoPause),
    retriedAs: null,
  }
  return withOutcomes(accepted, NO_OUTCOMES, fresh.now)
}

type AcceptedRequest = Pick<
  BulkRequest,
  'account' | 'from' | 'body' | 'mediaUrl' | 'used' | 'smartEncoding' | 'canary' | 'expiresAt'
>

/** The recipients that may be texted and whose keys are unused. The result is empty only if a key was used before. */
async function admit(
  stores: Stores,
  secrets: Secrets,
  { account, recipients }: BulkTexts,
  { id, now }: NewBroadcast,
): Promise<Recipients> {
  const { recipientKeys } = stores
  const elsewhere = notAllowedAmong(account.destinations, recipients.phones)
  const within = elsewhere.size === 0 ? recipients : without(recipients, elsewhere)
  const refused = await stores.consents.refused(account.id, within.phones)
  const open = refused.size === 0 ? within : without(within, refused)
  const query = { account: account.id, now }
  const used = await usedAmong(open, (keyed) => recipientKeys.bind({ ...query, ...keyed, broadcast: id }))
  const left = used.size === 0 ? open : without(open, used)
  if (left.phones.length > 0 || used.size > 0) return left
  if ((await usedAmong(recipients, (keyed) => recipientKeys.used({ ...query, ...keyed }))).size > 0) return left
  const { phones } = within
  if (phones.length === 0) throw noneAllowed(account, recipients)
  const refusals = await refusedWithSuppression(stores, { secrets }, { account: account.id, phones, refused })
  throw consentRefusal(worstOf(refusals))
}

/** Names the fault of the first recipient: all have one. */
function noneAllowed({ destinations }: Account, { phones }: Recipients): DomainError {
  return invalidInput(
    'recipients',
    `has no number that the account may text: the first ${faultOfDestination(destinations, phones[0]!)}`,
  )
}

/** The reason reported for the whole request: a hard opt-out only if every recipient has one. */
function worstOf(refused: ReadonlyMap<number, Refusal>): Refusal {
  return [...refused.values()].every((refusal) => refusal === 'hard-opted-out') ? 'hard-opted-out' : 'not-opted-in'
}

/** Reserves the credits. Throws and changes nothing if the quota or the credits do not suffice for all recipients. */
export async function reserveFor(
  { credits }: Pick<Stores, 'credits'>,
  account: Account,
  { id, total, createdAt }: Pick<Broadcast, 'id' | 'total' | 'createdAt'>,
): Promise<void> {
  if (total === 0) return
  const cost = times(BULK_PRICE, total)
  const day = utcDayOf(createdAt)
  const balance = await credits.lock(account.id)
  const accepted = account.dailyMessageQuota === null ? 0 : await credits.acceptedOn(account.id, day)
  checkReservation(account, { total, createdAt }, { balance, accepted })
  await credits.post(account.id, creditEntries('reserve', { id, account: account.id, cost }, createdAt))
  await credits.countAccepted(account.id, day, total)
}

/** Throws if the quota or the credits do not suffice for all recipients of the broadcast. */
export function checkReservation(
  account: Account,
  { total, createdAt }: Pick<Broadcast, 'total' | 'createdAt'>,
  { balance, accepted }: CreditsThatDay,
): void {
  const cost = times(BULK_PRICE, total)
  checkQuota(account, { recipients: total, acceptedThatDay: accepted, now: createdAt })
  if (!covers(balance, cost)) throw insufficientCredits(cost, balance)
}
