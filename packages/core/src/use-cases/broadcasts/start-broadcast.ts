import { parseAudience, type AskedAudience } from '../../model/schedules/audience.js'
import type { Secrets } from '../../ports/secrets.js'
import { acceptBroadcast } from './accept-broadcast.js'
import { acceptForAudience, type AudienceRequest } from './accept-for-audience.js'
import { acceptOnce, type AcceptOnceDeps, type StartedBroadcast } from './accept-once.js'
import type { BulkRequest } from './bulk-request.js'

export type StartBroadcastInput = BulkRequest & { readonly idempotencyKey: string | null }

/** Accepts a broadcast or a batch, once for each key. Nothing is sent here: workers send the messages. */
export class StartBroadcast {
  constructor(private readonly deps: AcceptOnceDeps & { readonly secrets: Secrets }) {}

  execute(input: StartBroadcastInput): Promise<StartedBroadcast> {
    return acceptOnce(this.deps, input, (stores, fresh) => acceptBroadcast(stores, this.deps.secrets, input, fresh))
  }
}

export type StartForAudienceInput = Omit<AudienceRequest, 'audience'> & {
  readonly audience: AskedAudience
  readonly idempotencyKey: string | null
}

/** Accepts a broadcast to the contacts that are in the audience now, once for each key. */
export class StartBroadcastForAudience {
  constructor(private readonly deps: AcceptOnceDeps) {}

  execute(input: StartForAudienceInput): Promise<StartedBroadcast> {
    return acceptOnce(this.deps, { ...input, kind: 'broadcast' }, (stores, fresh) =>
      acceptForAudience(stores, { ...input, audience: parseAudience(input.audience) }, fresh),
    )
  }
}
