import type { Secrets } from '../../ports/secrets.js'
import { acceptBroadcast } from './accept-broadcast.js'
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
