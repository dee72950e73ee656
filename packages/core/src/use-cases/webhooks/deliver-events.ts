import { bodyOf, type DueDelivery, type TriedDelivery } from '../../model/webhooks/delivery-store.js'
import { afterAttempt, isDelivered, storable, type DeliveryAttempt } from '../../model/webhooks/delivery.js'
import { endpointAfter, SLOW_MS } from '../../model/webhooks/endpoint-health.js'
import {
  deliveryJob,
  sealedSecretsOf,
  type DeliveryJob,
  type WebhookEndpoint,
} from '../../model/webhooks/webhook-endpoint.js'
import type { Chance, Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { WebhookResponse, WebhookSender } from '../../ports/webhook-sender.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { EventId } from '../../values/ids.js'
import { addMs } from '../../values/time/instant.js'

/** An endpoint has so long to answer. */
const ANSWER_DEADLINE_MS = 15_000
/** For so long new ones are begun: with the last answer to them and what is stored of it, a lease is not used up. */
const BURST_MS = 3_000
/** So many are on their way to one endpoint at once, and to a slow one. */
const AT_ONCE_MAX = 32
const AT_ONCE_SLOW_MAX = 8
/** So many times that number are read, so that the next one begins as soon as one ends, whatever is being stored. */
const READ_AHEAD = 3
/** What was read is begun no later: the endpoint may be another one by then. */
const READ_GOOD_FOR_MS = 50

type DeliverDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly chance: Chance
  readonly secrets: Secrets
  readonly webhookSender: WebhookSender
}

/**
 * The job of an endpoint: posts what is due, and stores the answers as they come, those that have come meanwhile
 * together. A crash leaves what had no answer yet, or none that was stored, to whoever claims the job next: at least
 * once, under the same id each time.
 */
export class DeliverEvents {
  constructor(private readonly deps: DeliverDeps) {}

  async execute(job: DeliveryJob): Promise<void> {
    const until = addMs(this.deps.clock.now(), BURST_MS)
    const burst: Burst = { job, until, ready: [], underway: new Map(), answered: [], slowestMs: null }
    try {
      for (let endpoint = await this.store(burst); endpoint !== null; endpoint = await this.store(burst)) {
        this.beginReady(burst, { endpoint, at: this.deps.clock.now() })
        if (burst.answered.length === 0) await Promise.race(burst.underway.values())
      }
    } finally {
      burst.ready.length = 0
      // Also where the job is lost, or nothing can be stored: whoever tries again would else come on top of these.
      await Promise.all(burst.underway.values())
    }
  }

  private beginReady(burst: Burst, read: Read): void {
    const { ready, underway } = burst
    const begun = ready.splice(0, Math.max(0, atOnceMax(read.endpoint) - underway.size))
    for (const due of begun) this.begin(burst, read, due)
  }

  private begin(burst: Burst, read: Read, due: DueDelivery): void {
    const { underway, answered } = burst
    const { event } = due.delivery
    const ended = this.try(read.endpoint, due).then((tried) => {
      answered.push(tried)
      underway.delete(event)
      const isFresh = this.deps.clock.now() <= addMs(read.at, READ_GOOD_FOR_MS)
      // One that fails may have been the last one that is to be tried.
      if (isFresh && isDelivered(tried.attempt.answer)) this.beginReady(burst, read)
    })
    underway.set(event, ended)
  }

  private async try(endpoint: WebhookEndpoint, due: DueDelivery): Promise<Answered> {
    const { clock, chance } = this.deps
    const at = clock.now()
    const { answer: given, url } = await this.post(endpoint, due, at).catch(unsendable)
    const answer = storable(given)
    const now = clock.now()
    const after = afterAttempt(due.delivery, answer, { now, chance: chance.next() })
    return { after, attempt: { number: after.attempts, at, tookMs: now.getTime() - at.getTime(), answer }, url }
  }

  private async post(endpoint: WebhookEndpoint, due: DueDelivery, at: Date): Promise<Posted> {
    const { url } = endpoint
    const secrets = sealedSecretsOf(endpoint, at).map((sealed) => this.deps.secrets.unseal(sealed))
    const post = { url, id: due.delivery.event, at, body: bodyOf(due), secrets }
    return { answer: await this.deps.webhookSender.post(post, { deadlineMs: ANSWER_DEADLINE_MS }), url }
  }

  /**
   * Stores what was answered, reads what comes next, and answers what the endpoint is then. Null: the job was given
   * back, or is somebody else's now.
   */
  private async store(burst: Burst): Promise<WebhookEndpoint | null> {
    const now = this.deps.clock.now()
    const { job, ready, underway, answered } = burst
    const tried = answered.splice(0)
    for (const { attempt } of tried.filter(isPosted)) {
      burst.slowestMs = Math.max(burst.slowestMs ?? 0, attempt.tookMs)
    }
    const next = await this.deps.unitOfWork.run(async (stores): Promise<Next | null> => {
      const before = await stores.webhookEndpoints.lock(job.account, job.payload.endpoint)
      if (!(await stores.jobs.holds(job))) return null
      if (before === null) return finish(stores, job)
      const endpoint = endpointAfter(before, attemptsAt(before.url, tried), now)
      if (tried.length > 0) await stores.deliveries.settle(job.account, tried)
      if (endpoint !== before) await stores.webhookEndpoints.put(endpoint)
      const isOver = endpoint.disabled !== null || now > burst.until
      if (isOver) ready.length = 0
      const due = isOver ? [] : await dueIn(stores, burst, endpoint, now)
      const isGoingOn = due.length + ready.length + underway.size + answered.length > 0
      return isGoingOn ? { endpoint, due } : requeue(stores, burst, endpoint)
    })
    if (next === null) return null
    ready.push(...next.due)
    return next.endpoint
  }
}

/** A while of work on an endpoint. */
type Burst = {
  readonly job: DeliveryJob
  /** Nothing is begun after this. */
  readonly until: Date
  /** Read, and not begun yet. */
  readonly ready: DueDelivery[]
  readonly underway: Map<EventId, Promise<void>>
  /** Not stored yet. */
  readonly answered: Answered[]
  /** Null where none has answered, or failed to. */
  slowestMs: number | null
}

/** `url`: where it was posted to; null where it never came to that, which says nothing of any endpoint. */
type Posted = { readonly answer: WebhookResponse; readonly url: string | null }
type Answered = TriedDelivery & Pick<Posted, 'url'>

/** An endpoint as it was then. */
type Read = { readonly endpoint: WebhookEndpoint; readonly at: Date }

type Next = { readonly endpoint: WebhookEndpoint; readonly due: readonly DueDelivery[] }

function isPosted({ url }: Answered): boolean {
  return url !== null
}

/** What has become of those to another URL, which it had before, says nothing of this one. */
function attemptsAt(url: string, tried: readonly Answered[]): DeliveryAttempt[] {
  return tried.filter((one) => one.url === url).map(({ attempt }) => attempt)
}

function atOnceMax({ isSlow }: WebhookEndpoint): number {
  return isSlow ? AT_ONCE_SLOW_MAX : AT_ONCE_MAX
}

/** Those whose answer has come meanwhile are due as it is stored, too. */
async function dueIn({ deliveries }: Stores, burst: Burst, endpoint: WebhookEndpoint, now: Date) {
  const { ready, underway, answered } = burst
  const limit = atOnceMax(endpoint) * (1 + READ_AHEAD) - underway.size - ready.length
  if (limit <= 0) return []
  const except = [...ready, ...answered.map(({ after }) => ({ delivery: after }))].map(({ delivery }) => delivery.event)
  return deliveries.due(endpoint, { now, limit, except: [...underway.keys(), ...except] })
}

/** Until the next one is due, or for good: what comes up later, or is waited for once it is enabled, wakes the job. */
async function requeue(stores: Stores, { job, slowestMs }: Burst, before: WebhookEndpoint): Promise<null> {
  const endpoint = slowestMs === null ? before : { ...before, isSlow: slowestMs > SLOW_MS }
  if (endpoint.isSlow !== before.isSlow) await stores.webhookEndpoints.put(endpoint)
  const nextAt = endpoint.disabled === null ? await stores.deliveries.nextAt(endpoint) : null
  if (nextAt === null) return finish(stores, job)
  await stores.jobs.put([deliveryJob(endpoint, nextAt)])
  return null
}

async function finish({ jobs }: Stores, job: DeliveryJob): Promise<null> {
  await jobs.finish(job)
  return null
}

/** It never came to a post: its secret cannot be read, say, since it was sealed under another one of the service. */
function unsendable(error: unknown): Posted {
  const message = `It could not be sent: ${error instanceof Error ? error.message : String(error)}`
  return { answer: { kind: 'unanswered', reason: 'unreachable', message }, url: null }
}
