import { acceptedBroadcast } from '../../model/broadcasts/broadcast-view.js'
import { prefixOf, type Broadcast } from '../../model/broadcasts/broadcast.js'
import { CHUNK_LENGTH_MAX } from '../../model/broadcasts/chunk.js'
import { positionOf } from '../../model/broadcasts/message-id-at.js'
import type { Recipients } from '../../model/broadcasts/recipients.js'
import { FAILURES } from '../../model/messages/failures.js'
import type { TemplateRef } from '../../model/templates/template-content.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { ERASED } from '../../values/phone/phone-number.js'
import { acceptBroadcast } from './accept-broadcast.js'
import { RECIPIENTS_RANGES } from './bulk-request.js'
import { requireBroadcast, type BroadcastName } from './read-broadcast.js'
import type { StartedBroadcast } from './accept-once.js'

/**
 * Sends again, as a new broadcast, to the recipients whose message failed, except those with an unknown outcome. A
 * broadcast is retried only once: a repeat returns the same new broadcast, which can itself be retried.
 */
export class RetryBroadcast {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids; secrets: Secrets }) {}

  execute(name: BroadcastName): Promise<StartedBroadcast> {
    const { ids, clock, secrets, unitOfWork } = this.deps
    const fresh = { id: ids.next(prefixOf(name.kind)), eventId: ids.next('evt'), now: clock.now() }
    return unitOfWork.run(async (stores) => {
      const { account, id } = await requireBroadcast(stores, name)
      const original = (await stores.broadcasts.lock(account, id))!
      const before = original.retriedAs && (await stores.broadcasts.find(account, original.retriedAs))
      if (before !== null) return { broadcast: acceptedBroadcast(before), replayed: before.id !== fresh.id }
      if (original.completedAt === null) throw stillRunning(name)
      const { failed } = original.counts
      if (failed > RETRIED_MAX) throw tooManyFailed(name, failed)
      const recipients = await failedOf(stores, original)
      if (recipients.phones.length === 0) throw nothingFailed(name)
      const { from, body, mediaUrl, template: used, smartEncoding, timezone } = original
      const request = { kind: name.kind, account: name.account, from, body, mediaUrl, used, smartEncoding, recipients }
      const broadcast = await acceptBroadcast(stores, secrets, request, { ...fresh, timezone })
      await stores.broadcasts.save({ ...original, retriedAs: broadcast.id })
      return { broadcast: acceptedBroadcast(broadcast), replayed: false }
    })
  }
}

/** The maximum number of messages to retry: a broadcast of a schedule can have far more recipients than a request. */
const RETRIED_MAX = RECIPIENTS_RANGES.broadcast.max

/** The recipients to retry, as they were submitted. Reads chunk by chunk. */
async function failedOf({ messages, broadcasts }: Stores, { account, id, total }: Broadcast): Promise<Recipients> {
  const all: Columns = { phones: [], keys: [], bodies: [], mediaUrls: [], templates: [] }
  for (let from = 0; from < total; from += CHUNK_LENGTH_MAX) {
    const range = { from, until: from + CHUNK_LENGTH_MAX }
    const query = { ...range, status: 'failed', offset: 0, limit: CHUNK_LENGTH_MAX } as const
    const failed = await messages.ofBroadcast(account, id, query)
    const again = failed.filter(({ failure }) => failure?.type !== FAILURES.unknown.type)
    if (again.length === 0) continue
    const [chunk] = await broadcasts.chunksAt(account, id, { from, until: from + 1 })
    // The recipients were already deleted at the end of their retention.
    if (chunk === undefined) continue
    for (const message of again) add(all, chunk.recipients, positionOf(message.id) - from)
  }
  const { phones, keys, bodies, mediaUrls, templates } = all
  return {
    phones,
    keys: keys.every((key) => key === null) ? null : keys,
    bodies: bodies.length === 0 ? null : bodies,
    mediaUrls: mediaUrls.length === 0 ? null : mediaUrls,
    ...(templates.length > 0 && { templates }),
  }
}

type Columns = {
  readonly phones: Recipients['phones'][number][]
  readonly keys: (string | null)[]
  readonly bodies: string[]
  readonly mediaUrls: (string | null)[]
  readonly templates: (TemplateRef | null)[]
}

/** Adds the recipient at `index`, unless the recipient has been erased since the submission. */
function add(all: Columns, { phones, keys, bodies, mediaUrls, templates }: Recipients, index: number): void {
  if (phones[index] === ERASED) return
  all.phones.push(phones[index]!)
  all.keys.push(keys?.[index] ?? null)
  if (bodies !== null) all.bodies.push(bodies[index]!)
  if (mediaUrls !== null) all.mediaUrls.push(mediaUrls[index] ?? null)
  if (templates) all.templates.push(templates[index] ?? null)
}

function stillRunning({ kind }: BroadcastName): DomainError {
  return new DomainError('broadcast-running', `The ${kind} is still running: retry it after it has ended`)
}

function nothingFailed({ kind }: BroadcastName): DomainError {
  return new DomainError('nothing-to-retry', `The ${kind} has no failed message that can be sent again`)
}

function tooManyFailed({ kind }: BroadcastName, failed: number): DomainError {
  const message = `${failed} messages of the ${kind} have failed: at most ${RETRIED_MAX} can be sent again`
  return new DomainError('too-many-to-retry', message, { failed, limit: RETRIED_MAX })
}
