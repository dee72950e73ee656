import { afterAttempt } from '../../model/webhooks/delivery-retries.js'
import { bodyOf, type DueDelivery, type TriedDelivery } from '../../model/webhooks/delivery-store.js'
import { isDelivered, storable, type DeliveryAttempt } from '../../model/webhooks/delivery.js'
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

/** How long an endpoint may take to respond. */
const RESPONSE_DEADLINE_MS = 15_000
/** For how long a burst begins deliveries. The lease is longer: the last responses must be stored within it. */
const BURST_MS = 3_000
/** The maximum number of concurrent posts to one endpoint, for a fast and for a slow endpoint. */
const AT_ONCE_MAX = 32
const AT_ONCE_SLOW_MAX = 8
/** How many more deliveries are read for each concurrent post, so that one begins as soon as another ends. */
const READ_AHEAD = 3
/** The maximum time between reading a delivery and posting it: after that, the endpoint may have changed. */
const READ_GOOD_FOR_MS = 50

type DeliverDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly chance: Chance
  readonly secrets: Secrets
  readonly webhookSender: WebhookSender
}

/**
 * The job of an endpoint: posts due deliveries, and stores the responses in batches as they arrive. After a crash, the
 * next worker that claims the job posts the deliveries without a stored response again. So each delivery is posted at
 * least once, always with the same id.
 */
export class DeliverEvents {
  constructor(private readonly deps: DeliverDeps) {}

  async execute(job: DeliveryJob): Promise<void> {
    const until = addMs(this.deps.clock.now(), BURST_MS)
    const burst: Burst = { job, until, ready: [], underway: new Map(), finished: [], slowestMs: null }
    try {
      for (let endpoint = await this.store(burst); endpoint !== null; endpoint = await this.store(burst)) {
        this.beginReady(burst, { endpoint, at: this.deps.clock.now() })
        if (burst.finished.length === 0) await Promise.race(burst.underway.values())
      }
    } finally {
      burst.ready.length = 0
      // Waits even if the job is lost or storing fails: otherwise a retry would post in addition to these posts.
      await Promise.all(burst.underway.values())
    }
  }

  private beginReady(burst: Burst, read: Read): void {
    const { ready, underway } = burst
    const begun = ready.splice(0, Math.max(0, atOnceMax(read.endpoint) - underway.size))
    for (const due of begun) this.begin(burst, read, due)
  }

  private begin(burst: Burst, read: Read, due: DueDelivery): void {
    const { underway, finished } = burst
    const { event } = due.delivery
    const ended = this.try(read.endpoint, due).then((tried) => {
      finished.push(tried)
      underway.delete(event)
      const isFresh = this.deps.clock.now() <= addMs(read.at, READ_GOOD_FOR_MS)
      // After a failure the endpoint may have to be disabled, so nothing begins until the failure is stored.
      if (isFresh && isDelivered(tried.attempt.answer)) this.beginReady(burst, read)
    })
    underway.set(event, ended)
  }

  private async try(endpoint: WebhookEndpoint, due: DueDelivery): Promise<FinishedDelivery> {
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
    return { answer: await this.deps.webhookSender.post(post, { deadlineMs: RESPONSE_DEADLINE_MS }), url }
  }

  /**
   * Stores the responses, reads the next due deliveries, and returns the endpoint in its new state. Returns null if the
   * job was released, or another worker has claimed it.
   */
  private async store(burst: Burst): Promise<WebhookEndpoint | null> {
    const now = this.deps.clock.now()
    const { job, ready, underway, finished } = burst
    const tried = finished.splice(0)
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
      const isGoingOn = due.length + ready.length + underway.size + finished.length > 0
      return isGoingOn ? { endpoint, due } : requeue(stores, burst, endpoint)
    })
    if (next === null) return null
    ready.push(...next.due)
    return next.endpoint
  }
}

/** The state of a burst of posts to an endpoint. */
type Burst = {
  readonly job: DeliveryJob
  /** No delivery begins after this time. */
  readonly until: Date
  /** Deliveries that were read and have not begun yet. */
  readonly ready: DueDelivery[]
  readonly underway: Map<EventId, Promise<void>>
  /** Deliveries that have ended, but are not stored yet. */
  readonly finished: FinishedDelivery[]
  /** Null if no post has ended yet. */
  slowestMs: number | null
}

/** `url`: the URL of the post; null if nothing was posted, which does not count against the endpoint. */
type Posted = { readonly answer: WebhookResponse; readonly url: string | null }
type FinishedDelivery = TriedDelivery & Pick<Posted, 'url'>

/** An endpoint as read at the instant `at`. */
type Read = { readonly endpoint: WebhookEndpoint; readonly at: Date }

type Next = { readonly endpoint: WebhookEndpoint; readonly due: readonly DueDelivery[] }

function isPosted({ url }: FinishedDelivery): boolean {
  return url !== null
}

/** Posts to the endpoint's previous URL say nothing about its present URL. */
function attemptsAt(url: string, tried: readonly FinishedDelivery[]): DeliveryAttempt[] {
  return tried.filter((one) => one.url === url).map(({ attempt }) => attempt)
}

function atOnceMax({ isSlow }: WebhookEndpoint): number {
  return isSlow ? AT_ONCE_SLOW_MAX : AT_ONCE_MAX
}

/** Excludes deliveries that are ready, in flight, or answered but not stored yet: in the store they are still due. */
async function dueIn({ deliveries }: Stores, burst: Burst, endpoint: WebhookEndpoint, now: Date) {
  const { ready, underway, finished } = burst
  const limit = atOnceMax(endpoint) * (1 + READ_AHEAD) - underway.size - ready.length
  if (limit <= 0) return []
  const except = [...ready, ...finished.map(({ after }) => ({ delivery: after }))].map(({ delivery }) => delivery.event)
  return deliveries.due(endpoint, { now, limit, except: [...underway.keys(), ...except] })
}

/** Postpones the job until the next delivery, or finishes it: a new delivery or enabling the endpoint schedules it. */
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

/** Nothing was posted: for example, the secret cannot be read because it was sealed with another service key. */
function unsendable(error: unknown): Posted {
  const message = `The event could not be sent: ${error instanceof Error ? error.message : String(error)}`
  return { answer: { kind: 'unanswered', reason: 'unreachable', message }, url: null }
}
