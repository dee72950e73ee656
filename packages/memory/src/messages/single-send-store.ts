import {
  jobIdOf,
  obstacleTo,
  type AcceptDecision,
  type Acceptance,
  type AccountId,
  type PhoneNumber,
  type SendFacts,
  type Settled,
  type Settlement,
  type SettleOptions,
  type SingleSendStore,
  type Stores,
} from '@carillon/core'
import type { Tables } from '../tables/tables.js'

/** Implements each step with the other stores. */
export class MemorySingleSendStore implements SingleSendStore {
  constructor(
    private readonly tables: Pick<Tables, 'receipts'>,
    private readonly stores: Pick<
      Stores,
      'senders' | 'consents' | 'idempotencyKeys' | 'jobs' | 'credits' | 'messages' | 'events' | 'clicks' | 'statistics'
    >,
  ) {}

  async accept(acceptances: readonly Acceptance[]): Promise<readonly AcceptDecision[]> {
    const accepted = new Set<number>()
    for (const [i, acceptance] of acceptances.entries()) {
      if (obstacleTo(acceptance, await this.facts(acceptance)) !== null) continue
      await this.add(acceptance)
      accepted.add(i)
    }
    return Promise.all(
      acceptances.map(async (acceptance, i): Promise<AcceptDecision> => {
        return accepted.has(i) ? { isAccepted: true } : { isAccepted: false, facts: await this.facts(acceptance) }
      }),
    )
  }

  async settle(settlements: readonly Settlement[], options?: SettleOptions): Promise<readonly (Settled | null)[]> {
    const results: (Settled | null)[] = []
    for (const settlement of settlements) results.push(await this.settleOne(settlement, options))
    return results
  }

  private async facts({ message, key, day }: Acceptance): Promise<SendFacts> {
    const { senders, consents, idempotencyKeys, credits, messages } = this.stores
    const { account, id, to, from } = message
    return {
      isAccepted: (await messages.find(account, id)) !== null,
      sender: await senders.find(account, from),
      consent: await consents.find(account, to as PhoneNumber),
      key: key === null ? null : await idempotencyKeys.find(key),
      balance: await credits.lock(account),
      acceptedThatDay: await credits.acceptedOn(account, day),
    }
  }

  private async add({ message, job, key, entries, messageLinks, day, now }: Acceptance): Promise<void> {
    const { idempotencyKeys, jobs, credits, messages, clicks } = this.stores
    if (key !== null) await idempotencyKeys.bind(key, now)
    await messages.add([message])
    await jobs.put([job])
    await credits.post(message.account, entries)
    await credits.countAccepted(message.account, day, 1)
    await clicks.add(message.account, messageLinks)
  }

  private async settleOne(
    { message, entries, job, key, events, optOut, counted }: Settlement,
    { leavesReceipts }: SettleOptions = { leavesReceipts: false },
  ) {
    const { account, id, idempotencyKey } = message
    const { consents, idempotencyKeys, jobs, credits, messages } = this.stores
    if (leavesReceipts && this.tables.receipts.get(account, id) !== undefined) return null
    const before = await messages.find(account, id)
    if (before?.phase !== 'submitting' || before.attempt !== message.attempt) return null
    await messages.save([message])
    if (optOut !== null) await consents.saveProviderOptOut(optOut)
    if (job === null) await jobs.remove(account, [jobIdOf(id)])
    else await jobs.put([job])
    await credits.post(account, entries)
    if (key === 'freed') await idempotencyKeys.free({ account, scope: 'message', key: idempotencyKey!, target: id })
    else if (key !== null) await idempotencyKeys.save(key)
    await this.stores.events.append(account, events)
    await this.stores.statistics.count(account, counted)
    return { receipt: message.phase === null ? this.takeReceipt(account, id) : null }
  }

  private takeReceipt(account: AccountId, id: Settlement['message']['id']) {
    const receipt = this.tables.receipts.get(account, id) ?? null
    this.tables.receipts.remove(account, id)
    return receipt
  }
}
