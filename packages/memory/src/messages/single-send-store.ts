import {
  covers,
  jobIdOf,
  refusalOf,
  type Acceptance,
  type AccountId,
  type IdempotencyKeyRecord,
  type PhoneNumber,
  type SendFactsQuery,
  type SendLimits,
  type SingleSendStore,
  type Settlement,
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

  async facts({ account, message, to, from, key, day }: SendFactsQuery) {
    const { senders, consents, idempotencyKeys, credits, messages } = this.stores
    return {
      isAccepted: (await messages.find(account, message)) !== null,
      sender: await senders.find(account, from),
      consent: await consents.find(account, to),
      key: key === null ? null : await idempotencyKeys.find({ account, scope: 'message', key }),
      balance: await credits.lock(account),
      acceptedThatDay: await credits.acceptedOn(account, day),
    }
  }

  async accept({
    message,
    job,
    key,
    entries,
    messageLinks,
    day,
    now,
  }: Acceptance): Promise<IdempotencyKeyRecord | null> {
    const { idempotencyKeys, jobs, credits, messages, clicks } = this.stores
    if ((await messages.find(message.account, message.id)) !== null) return null
    const existingKey = key === null ? null : await idempotencyKeys.bind(key, now)
    if (existingKey !== null) return existingKey
    await messages.add([message])
    await jobs.put([job])
    await credits.post(message.account, entries)
    await credits.countAccepted(message.account, day, 1)
    await clicks.add(message.account, messageLinks)
    return null
  }

  async acceptAtOnce(acceptance: Acceptance, { dailyQuota }: SendLimits): Promise<boolean> {
    const { message, key, day } = acceptance
    const { account, id, to, from, cost, mediaUrl } = message
    const query = { account, message: id, to: to as PhoneNumber, from, key: key && key.key, day }
    const { isAccepted, sender, consent, key: existingKey, balance, acceptedThatDay } = await this.facts(query)
    if (isAccepted || existingKey !== null) return false
    if (sender?.status !== 'active' || (mediaUrl !== null && !sender.mms)) return false
    if (sender.messagesPerSecond !== null) return false
    if (refusalOf(consent) !== null || !covers(balance, cost)) return false
    if (dailyQuota !== null && acceptedThatDay >= dailyQuota) return false
    return (await this.accept(acceptance)) === null
  }

  async settleAtOnce(settlement: Settlement): Promise<boolean> {
    const { account, id } = settlement.message
    if (this.tables.receipts.get(account, id) !== undefined) return false
    return (await this.settle(settlement)) !== null
  }

  async settle({ message, entries, job, key, events, optOut, counted }: Settlement) {
    const { account, id, idempotencyKey } = message
    const { consents, idempotencyKeys, jobs, credits, messages } = this.stores
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
