import { deliveryJob } from '../../model/webhooks/webhook-endpoint.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'

const ACCOUNTS_MAX = 100
const EVENTS_MAX = 2_000

/** Relays the events in the outbox to the endpoints that subscribe to them. Any number of workers share the work. */
export class RelayEvents {
  /** The last account served: the next round continues after it. */
  private lastServed: AccountId | null = null

  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  /** Serves each waiting account once. Returns the number of relayed events; if it is not 0, more may be waiting. */
  async execute(): Promise<number> {
    const page = { after: this.lastServed, limit: ACCOUNTS_MAX }
    const accounts = await this.deps.unitOfWork.run(({ events }) => events.accountsWaiting(page))
    let relayed = 0
    for (const account of accounts) {
      // Set before the account is served, so that an account that fails does not block the accounts after it.
      this.lastServed = account
      relayed += await relayAccount(this.deps, account)
    }
    return relayed
  }
}

/** Relays the oldest events of an account, up to a maximum. Returns how many were relayed. */
export function relayAccount(
  { unitOfWork, clock }: { unitOfWork: UnitOfWork; clock: Clock },
  account: AccountId,
): Promise<number> {
  const now = clock.now()
  return unitOfWork.run(async ({ deliveries, jobs }) => {
    const { events, endpoints } = await deliveries.fanOut(account, { now, eventsMax: EVENTS_MAX })
    await jobs.wake(endpoints.map((endpoint) => deliveryJob({ ...endpoint, account }, now)))
    return events
  })
}
