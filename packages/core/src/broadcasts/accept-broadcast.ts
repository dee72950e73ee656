import type { Account } from '../accounts/account.js'
import { consentRefusal, type Refusal } from '../consent/consent-gate.js'
import { refusedWithSuppression } from '../consent/suppression.js'
import { BULK_PRICE, covers, creditEntries, insufficientCredits, times } from '../credits/price.js'
import { broadcastEvent } from '../events/event.js'
import { checkQuota, checkSender } from '../messages/check-send.js'
import type { Secrets } from '../ports/secrets.js'
import type { Stores } from '../ports/unit-of-work.js'
import type { BroadcastId, EventId } from '../values/ids.js'
import { utcDayOf } from '../values/wall-clock.js'
import { NO_OUTCOMES, withOutcomes, type Broadcast } from './broadcast.js'
import { checkBodies, hasMedia, recipientsOf, type BulkRequest } from './bulk-request.js'
import { chunksOf } from './chunk.js'
import { firstJobs } from './dispatch-job.js'
import { keyedOf, without, type Recipients } from './recipients.js'

/** Made before the unit of work, so that one whose commit went unheard is not accepted again. */
export type NewBroadcast = {
  readonly id: BroadcastId
  readonly eventId: EventId
  readonly now: Date
  /** Where its day is, if not where its account is. */
  readonly timezone?: Broadcast['timezone']
}

/**
 * Accepts whom may be texted, and whose key was not used, and refuses the request where that is nobody. All is stored
 * before the credits are asked, which come last: the whole account waits for whoever holds them.
 */
export async function acceptBroadcast(
  stores: Stores,
  secrets: Secrets,
  request: BulkRequest,
  fresh: NewBroadcast,
): Promise<Broadcast> {
  const { account, from, body, mediaUrl } = request
  const before = await stores.broadcasts.find(account.id, fresh.id)
  if (before !== null) return before
  const checked = { ...request, recipients: recipientsOf(request) }
  checkSender(await stores.senders.find(account.id, from), { from, hasMedia: hasMedia(request) })
  checkBodies(request)
  const recipients = await admit(stores, secrets, checked, fresh)
  const accepted: Broadcast = {
    id: fresh.id,
    account: account.id,
    from,
    body,
    mediaUrl,
    status: 'queued',
    total: recipients.phones.length,
    released: recipients.phones.length,
    timezone: fresh.timezone ?? null,
    send: null,
    counts: NO_OUTCOMES,
    createdAt: fresh.now,
    startedAt: null,
    completedAt: null,
    retriedAs: null,
  }
  const broadcast = withOutcomes(accepted, NO_OUTCOMES, fresh.now)
  const isNew = await stores.broadcasts.add(broadcast, chunksOf(broadcast, recipients))
  if (!isNew) throw new Error(`The broadcast ${broadcast.id} was not there, and is`)
  await stores.jobs.put(firstJobs(broadcast, { from: 0, until: broadcast.total }, fresh.now))
  if (broadcast.completedAt !== null) {
    await stores.events.append(account.id, [broadcastEvent(broadcast, { id: fresh.eventId, at: fresh.now })])
  }
  await reserveFor(stores, account, broadcast)
  return broadcast
}

type Checked = BulkRequest & { readonly recipients: Recipients }

/** Who is left of the recipients. Those whose key was used are nobody's loss: that they have their message is an answer. */
async function admit(
  stores: Stores,
  secrets: Secrets,
  { account, recipients }: Checked,
  { id, now }: NewBroadcast,
): Promise<Recipients> {
  const refused = await stores.consents.refused(account.id, recipients.phones)
  const open = refused.size === 0 ? recipients : without(recipients, refused)
  const used = await bindKeys(stores, open, { account: account.id, broadcast: id, now })
  const left = used.size === 0 ? open : without(open, used)
  if (
    left.phones.length === 0 &&
    used.size === 0 &&
    !(await hasUsedKey(stores, recipients, { account: account.id, now }))
  ) {
    const { phones } = recipients
    const told = await refusedWithSuppression(stores, { secrets }, { account: account.id, phones, refused })
    throw consentRefusal(worstOf(told))
  }
  return left
}

type BindInput = { readonly account: Broadcast['account']; readonly broadcast: BroadcastId; readonly now: Date }

/** The indices of the recipients whose key was used before. */
async function bindKeys(stores: Stores, recipients: Recipients, input: BindInput): Promise<ReadonlySet<number>> {
  const { indices, ...keyed } = keyedOf(recipients)
  if (indices.length === 0) return new Set()
  const used = await stores.recipientKeys.bind({ ...input, ...keyed })
  return new Set([...used].map((position) => indices[position]!))
}

async function hasUsedKey(
  stores: Stores,
  recipients: Recipients,
  input: Omit<BindInput, 'broadcast'>,
): Promise<boolean> {
  const { phones, keys } = keyedOf(recipients)
  return keys.length > 0 && (await stores.recipientKeys.used({ ...input, phones, keys })).size > 0
}

/** What is said of all of them: that they have opted out only where each of them has. */
function worstOf(refused: ReadonlyMap<number, Refusal>): Refusal {
  return [...refused.values()].every((refusal) => refusal === 'hard-opted-out') ? 'hard-opted-out' : 'not-opted-in'
}

/** Refuses, and changes nothing, where the quota or the credits do not suffice for all of them. */
export async function reserveFor(
  { credits }: Pick<Stores, 'credits'>,
  account: Account,
  { id, total, createdAt }: Pick<Broadcast, 'id' | 'total' | 'createdAt'>,
): Promise<void> {
  if (total === 0) return
  const cost = times(BULK_PRICE, total)
  const day = utcDayOf(createdAt)
  const balance = await credits.lock(account.id)
  const acceptedThatDay = account.dailyMessageQuota === null ? 0 : await credits.acceptedOn(account.id, day)
  checkQuota(account, { recipients: total, acceptedThatDay, now: createdAt })
  if (!covers(balance, cost)) throw insufficientCredits(cost, balance)
  await credits.post(account.id, creditEntries('reserve', { id, account: account.id, cost }, createdAt))
  await credits.countAccepted(account.id, day, total)
}
