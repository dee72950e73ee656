import { allowedNumbers } from '../../model/accounts/destinations.js'
import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import { consentRefusal } from '../../model/consent/consent.js'
import type { Audience, AudienceSurvey } from '../../model/schedules/audience.js'
import { checkBody } from '../../model/templates/check-body.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { invalidInput, type DomainError } from '../../values/errors.js'
import type { Range } from '../../values/field-rule.js'
import type { BroadcastId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'
import { acceptBroadcast, acceptedOf, reserveFor, type NewBroadcast } from '../broadcasts/accept-broadcast.js'
import { acceptOnce, type AcceptOnceDeps, type StartedBroadcast } from '../broadcasts/accept-once.js'
import { firstJobs } from '../broadcasts/chunk-job.js'
import { checkSender } from '../messages/check-send.js'
import { checkAudience } from '../schedules/schedule-request.js'
import { groupsOf, readNumbers, recipientsFrom, type ComposedRequest } from './composed-request.js'

/** How long a composed broadcast may be held, in seconds. */
export const HOLD_RANGE: Range = { min: 0, max: 60 }

export type ComposeBroadcastInput = ComposedRequest & {
  readonly idempotencyKey: string
  readonly holdSeconds: number
}

/**
 * Accepts a broadcast that a person composed, once for each key, and refuses the key for another one. Nothing is
 * submitted during the hold, so that canceling within it undoes everything.
 */
export class ComposeBroadcast {
  constructor(private readonly deps: AcceptOnceDeps & { readonly secrets: Secrets }) {}

  execute(input: ComposeBroadcastInput): Promise<StartedBroadcast> {
    const { audience, from, body, mediaUrl } = input
    // The same key with other content is no repeat: it comes from another tab with the same draft.
    const fingerprint = this.deps.secrets.hash(JSON.stringify({ audience, from, body, mediaUrl }))
    return acceptOnce(this.deps, { ...input, kind: 'broadcast', fingerprint }, (stores, fresh) => {
      const held = { ...fresh, heldUntil: addMs(fresh.now, input.holdSeconds * 1_000) }
      return this.accept(stores, input, held)
    })
  }

  private accept(stores: Stores, input: ComposedRequest, fresh: NewBroadcast): Promise<Broadcast> {
    const { account, audience, from, body, mediaUrl } = input
    if (audience.kind === 'groups') return acceptForGroups(stores, { ...input, audience: groupsOf(audience) }, fresh)
    const recipients = recipientsFrom(readNumbers(audience.numbers))
    const request = { kind: 'broadcast', account, from, body, mediaUrl, recipients } as const
    return acceptBroadcast(stores, this.deps.secrets, request, fresh)
  }
}

type ForAudience = Omit<ComposedRequest, 'audience'> & { readonly audience: Audience }

/** By the same rules as `acceptBroadcast`, but the recipients stay in the database, however many the groups have. */
async function acceptForGroups(stores: Stores, request: ForAudience, fresh: NewBroadcast): Promise<Broadcast> {
  const { account, from, body, mediaUrl } = request
  const id = fresh.id
  const before = await stores.broadcasts.find(account.id, id)
  if (before !== null) return before
  checkSender(await stores.senders.find(account.id, from), { from, hasMedia: mediaUrl !== null })
  checkBody(body, account.compliance, account)
  const total = await fixMembers(stores, request, id)
  const broadcast = acceptedOf(request, total, fresh)
  await stores.broadcasts.add(broadcast, [])
  await stores.jobs.put(firstJobs(broadcast, { from: 0, until: total }, fresh.now))
  await reserveFor(stores, account, broadcast)
  return broadcast
}

/** Stores the members that may be texted now, and returns their number. */
async function fixMembers(stores: Stores, { account, audience }: ForAudience, id: BroadcastId): Promise<number> {
  await checkAudience(stores, account.id, audience)
  const { timezone: zone, id: owner, destinations } = account
  const allowed = allowedNumbers(destinations)
  const broadcasts = new Map([[zone, id]])
  const totals = await stores.audiences.fix({ account: owner, audience, allowed, byZone: false, zone, broadcasts })
  const total = totals.get(zone) ?? 0
  if (total === 0) throw noneMayBeTexted(await stores.audiences.survey(owner, audience, allowed))
  return total
}

function noneMayBeTexted({ submitted, elsewhere, refused }: AudienceSurvey): DomainError {
  if (submitted === 0) return invalidInput('audience.groups', 'have no members')
  if (elsewhere === submitted)
    return invalidInput('audience.groups', 'have no member with a number that the account may text')
  return consentRefusal(refused['not-opted-in'] === 0 ? 'hard-opted-out' : 'not-opted-in')
}
