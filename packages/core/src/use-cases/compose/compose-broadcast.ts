import type { Broadcast } from '../../model/broadcasts/broadcast.js'
import type { RequestedCanary } from '../../model/broadcasts/canary.js'
import { parseAudience } from '../../model/schedules/audience.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { Range } from '../../values/field-rule.js'
import { addMs } from '../../values/time/instant.js'
import { acceptBroadcast, type NewBroadcast } from '../broadcasts/accept-broadcast.js'
import { acceptForAudience } from '../broadcasts/accept-for-audience.js'
import { acceptOnce, type AcceptOnceDeps, type StartedBroadcast } from '../broadcasts/accept-once.js'
import { readNumbers, recipientsFrom, type ComposedRequest } from './composed-request.js'

/** How long a composed broadcast may be held, in seconds. */
export const HOLD_RANGE: Range = { min: 0, max: 60 }

export type ComposeBroadcastInput = ComposedRequest & {
  readonly idempotencyKey: string
  readonly holdSeconds: number
  readonly canary?: RequestedCanary | undefined
  /** When queued recipients fail; by default, as `defaultExpiry` says. */
  readonly expiresAt?: Date | undefined
}

/**
 * Accepts a broadcast that a person composed, once for each key, and refuses the key for another one. Nothing is
 * submitted during the hold, so that canceling within it undoes everything.
 */
export class ComposeBroadcast {
  constructor(private readonly deps: AcceptOnceDeps & { readonly secrets: Secrets }) {}

  execute(input: ComposeBroadcastInput): Promise<StartedBroadcast> {
    const { audience, from, body, mediaUrl, template, canary, expiresAt } = input
    // The same key with other content is no repeat: it comes from another tab with the same draft.
    const content = { audience, from, body, mediaUrl, template, canary, expiresAt }
    const fingerprint = this.deps.secrets.hash(JSON.stringify(content))
    return acceptOnce(this.deps, { ...input, kind: 'broadcast', fingerprint }, (stores, fresh) => {
      const held = { ...fresh, heldUntil: addMs(fresh.now, input.holdSeconds * 1_000) }
      return this.accept(stores, input, held)
    })
  }

  private accept(stores: Stores, input: ComposeBroadcastInput, fresh: NewBroadcast): Promise<Broadcast> {
    const { account, audience, from, body, mediaUrl, template, canary, expiresAt } = input
    if (audience.kind !== 'numbers') {
      return acceptForAudience(stores, { ...input, audience: parseAudience(audience) }, fresh)
    }
    const recipients = recipientsFrom(readNumbers(audience.numbers))
    const terms = { canary, expiresAt }
    const request = { kind: 'broadcast', account, from, body, mediaUrl, template, ...terms, recipients } as const
    return acceptBroadcast(stores, this.deps.secrets, request, fresh)
  }
}
