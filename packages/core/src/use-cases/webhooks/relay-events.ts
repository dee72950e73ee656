import { deliveryJob } from '../../model/webhooks/webhook-endpoint.js'
import type { Clock } from '../../ports/runtime.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'

const ACCOUNTS_MAX = 100
const EVENTS_MAX = 2_000

/** Hands the events that wait in the outbox to the endpoints that subscribe to them. Any number of workers share it. */
export class RelayEvents {
  /** Where the turns of the accounts go on. */
  private lastServed: AccountId | null = null

  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  /** One turn of each account that waits; how many events were handed on. As long as it is not 0, there may be more. */
  async execute(): Promise<number> {
    const turn = { after: this.lastServed, limit: ACCOUNTS_MAX }
    const accounts = await this.deps.unitOfWork.run(({ events }) => events.accountsWaiting(turn))
    let relayed = 0
    for (const account of accounts) {
      // Before, so that one that fails has had its turn, and the others get theirs.
      this.lastServed = account
      relayed += await relayAccount(this.deps, account)
    }
    return relayed
  }
}

/** One turn of an account: how many events were handed on. */
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
