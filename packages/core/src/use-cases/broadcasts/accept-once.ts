import type { Account } from '../../model/accounts/account.js'
import { acceptedBroadcast, type AcceptedBroadcast } from '../../model/broadcasts/broadcast-view.js'
import { prefixOf, type Broadcast, type BroadcastKind } from '../../model/broadcasts/broadcast.js'
import { IDEMPOTENCY_WINDOW_MS, keyNameOf, type IdempotencyKeyName } from '../../model/idempotency/key.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { addMs } from '../../values/time/instant.js'
import type { Attempted, Once } from '../idempotency/once.js'
import type { NewBroadcast } from './accept-broadcast.js'

export type StartedBroadcast = { readonly broadcast: AcceptedBroadcast; readonly replayed: boolean }

export type AcceptOnceDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly once: Once
}

type KeyedRequest = {
  readonly account: Account
  readonly kind: BroadcastKind
  readonly idempotencyKey: string | null
  /** If given, a repeat with another fingerprint is refused. Otherwise a repeat may have any content. */
  readonly fingerprint?: string
}

type KeyedAnswer = AcceptedBroadcast & { readonly fingerprint?: string }

/** Accepts a broadcast once for each key. */
export async function acceptOnce(
  deps: AcceptOnceDeps,
  request: KeyedRequest,
  accept: (stores: Stores, fresh: NewBroadcast) => Promise<Broadcast>,
): Promise<StartedBroadcast> {
  const name = keyNameOf(request.account.id, request.kind, request.idempotencyKey)
  const { answer, replayed } = await deps.once.run(name, () => attempt(deps, { ...request, name }, accept))
  const { fingerprint, ...broadcast } = answer as KeyedAnswer
  if (request.fingerprint !== undefined && fingerprint !== request.fingerprint) throw sentOtherwise(broadcast)
  return { broadcast, replayed }
}

function sentOtherwise({ id }: AcceptedBroadcast): DomainError {
  return new DomainError(
    'key-used-differently',
    `This message was sent before with other words or recipients, as ${id}: nothing was sent now`,
  )
}

/** Checks the key first: a repeat, whatever its content, waits for a running request and gets the stored response. */
function attempt(
  { unitOfWork, clock, ids }: AcceptOnceDeps,
  { kind, name, fingerprint }: KeyedRequest & { readonly name: IdempotencyKeyName | null },
  accept: (stores: Stores, fresh: NewBroadcast) => Promise<Broadcast>,
): Promise<Attempted> {
  const fresh = { id: ids.next(prefixOf(kind)), eventId: ids.next('evt'), now: clock.now() }
  const running = name && { ...name, target: fresh.id, answer: null, expiresAt: null }
  return unitOfWork.run(async (stores) => {
    const inUseBy = running && (await stores.idempotencyKeys.bind(running, fresh.now))
    if (inUseBy !== null) return { inUseBy }
    const accepted: KeyedAnswer = {
      ...acceptedBroadcast(await accept(stores, fresh)),
      ...(fingerprint !== undefined && { fingerprint }),
    }
    const expiresAt = addMs(fresh.now, IDEMPOTENCY_WINDOW_MS)
    if (running !== null) await stores.idempotencyKeys.save({ ...running, answer: accepted, expiresAt })
    return { answer: accepted, takesKey: true }
  })
}
