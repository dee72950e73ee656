import {
  DeliverEvents,
  RelayEvents,
  RunDueJobs,
  type ClaimedJobOf,
  type EndpointName,
  type EventId,
  type Ids,
  type JobFailure,
  type JobLane,
  type MembershipEvent,
  type WebhookResponse,
  type WebhookEndpoint,
  type WebhookPost,
} from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { aWebhookEndpoint, anEvent } from '../fixtures/builders.js'
import { nextTick } from '../fixtures/wait-until.js'
import { aWebhookResponse } from './delivery-builders.js'

type Adapters = ConstructorParameters<typeof DeliverEvents>[0] & {
  readonly ids: Ids
  readonly clock: { readonly set: (now: Date) => void; readonly advance: (byMs: number) => void }
}

export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const LANES = ['webhooks', 'slow-webhooks'] as const satisfies readonly JobLane[]
const FIRST_PAGE = { page: 1, limit: 100 }

/** An account with everything that is needed to add endpoints and to deliver events to them. */
export async function webhookFixture<A extends Adapters>(adapters: A) {
  const { unitOfWork, clock, secrets, ids } = adapters
  const fixture = await accountFixture(adapters)
  const { run, account } = fixture
  const failures: JobFailure[] = []
  const relay = new RelayEvents({ unitOfWork, clock })
  const worker = (deps: Partial<Adapters> = {}) => deliveryWorker({ ...adapters, ...deps }, failures)
  const { work } = worker()
  return {
    ...fixture,
    ...adapters,
    failures,
    worker,
    hook: async (given: Partial<WebhookEndpoint> = {}) => {
      const sealedSecret = secrets.seal(WEBHOOK_SECRET)
      const endpoint = aWebhookEndpoint({ account: account.id, createdAt: clock.now(), sealedSecret, ...given })
      await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      return endpoint
    },
    /** Appends events in one unit of work. By default, they belong to this account. */
    happen: async (many = 1, given: Partial<MembershipEvent> = {}) => {
      const of = given.account ?? account.id
      const eventIds = Array.from({ length: many }, () => anEvent({ account: of, at: clock.now(), ...given }))
      await run(({ events }) => events.append(of, eventIds))
      return eventIds
    },
    /** Relays all waiting events. */
    relay: async () => {
      let relayed = 0
      for (let more = await relay.execute(); more > 0; more = await relay.execute()) relayed += more
      return relayed
    },
    /** Runs deliveries until none are due. */
    work,
    claim: async (lane: JobLane = 'webhooks') => {
      const now = clock.now()
      const lease = { now, leaseUntil: new Date(now.getTime() + 30_000), limit: 100, fence: ids.next('job') }
      const claimed = await run(({ jobs }) => jobs.claim({ account: account.id, lane, ...lease }))
      return claimed as readonly ClaimedJobOf<'deliver-events'>[]
    },
    /** The endpoint as it is stored. */
    stored: (endpoint: EndpointName) => run((stores) => stores.webhookEndpoints.find(endpoint.account, endpoint.id)),
    change: (endpoint: WebhookEndpoint, given: Partial<WebhookEndpoint>) =>
      run(async ({ webhookEndpoints }) => {
        const before = (await webhookEndpoints.find(endpoint.account, endpoint.id)) ?? endpoint
        await webhookEndpoints.put({ ...before, ...given })
      }),
    deliveries: async (endpoint: EndpointName) =>
      (await run((stores) => stores.deliveries.list(endpoint, {}, FIRST_PAGE))).results.map(({ delivery }) => delivery),
    find: (endpoint: EndpointName, event: EventId) => run((stores) => stores.deliveries.find(endpoint, event)),
    nextAt: (endpoint: EndpointName) => run((stores) => stores.deliveries.nextAt(endpoint)),
  }
}

/** One endpoint with `many` pending deliveries; the test decides when posts get a response. */
export async function postingFixture<A extends Adapters & { readonly webhookSender: ScriptedSender }>(
  adapters: A,
  { many, ...given }: { readonly many: number } & Partial<WebhookEndpoint>,
) {
  const fixture = await webhookFixture(adapters)
  const endpoint = await fixture.hook(given)
  const eventIds = (await fixture.happen(many)).map(({ id }) => id)
  await fixture.relay()
  const lane = endpoint.isSlow ? 'slow-webhooks' : 'webhooks'
  return {
    ...fixture,
    endpoint,
    eventIds,
    responses: manualResponses(adapters.webhookSender),
    /** Runs the job; resolves when the job has ended or was postponed. */
    begin: async () => fixture.worker().deliver((await fixture.claim(lane))[0]!),
    /** The statuses of the deliveries, the oldest event first. */
    statuses: async () => (await fixture.deliveries(endpoint)).toReversed().map(({ status }) => status),
  }
}

/** A process that runs the jobs of webhook endpoints. */
function deliveryWorker(adapters: Adapters, failures: JobFailure[]) {
  const none = { execute: () => Promise.reject(new Error('Nothing else is to be done in this fixture')) }
  const runOccurrence = { ...none, executeTogether: none.execute }
  const others = {
    finishMessage: none,
    dispatchChunk: none,
    runOccurrence,
    startSend: none,
    watchCanary: none,
    runImport: none,
  }
  const deliverEvents = new DeliverEvents(adapters)
  const runDueJobs = new RunDueJobs({ ...adapters, ...others, deliverEvents })
  const input = { jobsMax: 10, onFailure: (failure: JobFailure) => void failures.push(failure) }
  const round = (lane: JobLane) => runDueJobs.execute({ ...input, lane })
  return {
    deliver: (job: ClaimedJobOf<'deliver-events'>) => deliverEvents.execute(job),
    round,
    work: async () => {
      for (let begun = 1; begun > 0;) {
        begun = 0
        for (const lane of LANES) begun += await round(lane)
      }
    },
  }
}

type ScriptedSender = { readonly answerBy: (rule: (post: WebhookPost) => Promise<WebhookResponse>) => void }

/** From now on, the test decides when posts get a response. */
export function manualResponses(sender: ScriptedSender) {
  const open: { readonly post: WebhookPost; readonly respond: (response: WebhookResponse) => void }[] = []
  sender.answerBy((post) => new Promise((respond) => open.push({ post, respond })))
  const respond = (status = 204, ...events: readonly EventId[]) => {
    const selected = events.length === 0 ? [...open] : open.filter(({ post }) => events.includes(post.id))
    for (const one of selected) open.splice(open.indexOf(one), 1)[0]!.respond(aWebhookResponse(status))
  }
  return {
    /** The posts without a response, the oldest first. */
    waiting: () => open.map(({ post }) => post),
    /** Responds to the posts of these events, or to all open posts if no events are given. */
    respond,
    /** Responds to all open posts, and then to the posts that follow, until none are open. */
    respondAll: async () => {
      while (open.length > 0) {
        respond()
        await nextTick()
      }
    },
  }
}
