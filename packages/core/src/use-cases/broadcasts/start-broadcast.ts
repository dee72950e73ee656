import { acceptedBroadcast, type AcceptedBroadcast } from '../../model/broadcasts/broadcast-view.js'
import { prefixOf } from '../../model/broadcasts/broadcast.js'
import { IDEMPOTENCY_WINDOW_MS, keyNameOf, type IdempotencyKeyName } from '../../model/idempotency/key.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { addMs } from '../../values/time/instant.js'
import type { Attempted, Once } from '../idempotency/once.js'
import { acceptBroadcast } from './accept-broadcast.js'
import type { BulkRequest } from './bulk-request.js'

export type StartBroadcastInput = BulkRequest & { readonly idempotencyKey: string | null }

export type StartedBroadcast = { readonly broadcast: AcceptedBroadcast; readonly replayed: boolean }

/** Accepts a broadcast or a batch, once for each key. Nothing is sent here: workers send the messages. */
export class StartBroadcast {
  constructor(
    private readonly deps: {
      readonly unitOfWork: UnitOfWork
      readonly clock: Clock
      readonly ids: Ids
      readonly secrets: Secrets
      readonly once: Once
    },
  ) {}

  async execute(input: StartBroadcastInput): Promise<StartedBroadcast> {
    const name = keyNameOf(input.account.id, input.kind, input.idempotencyKey)
    const { answer, replayed } = await this.deps.once.run(name, () => this.attempt(input, name))
    return { broadcast: answer as AcceptedBroadcast, replayed }
  }

  /** Checks the key first: a repeat, whatever its content, waits for a running request and gets the stored response. */
  private attempt(input: StartBroadcastInput, name: IdempotencyKeyName | null): Promise<Attempted> {
    const { ids, clock, secrets, unitOfWork } = this.deps
    const fresh = { id: ids.next(prefixOf(input.kind)), eventId: ids.next('evt'), now: clock.now() }
    const running = name && { ...name, target: fresh.id, answer: null, expiresAt: null }
    return unitOfWork.run(async (stores) => {
      const inUseBy = running && (await stores.idempotencyKeys.bind(running, fresh.now))
      if (inUseBy !== null) return { inUseBy }
      const accepted = acceptedBroadcast(await acceptBroadcast(stores, secrets, input, fresh))
      const expiresAt = addMs(fresh.now, IDEMPOTENCY_WINDOW_MS)
      if (running !== null) await stores.idempotencyKeys.save({ ...running, answer: accepted, expiresAt })
      return { answer: accepted, takesKey: true }
    })
  }
}
