import { NO_OUTCOMES } from '../../model/broadcasts/broadcast.js'
import type { ConsentDeps } from '../../model/consent/consent-log.js'
import { messageEvent } from '../../model/events/event.js'
import { FAILURES, failureOf } from '../../model/messages/failures.js'
import { isFromCarrierOf, type Message, type Receipt } from '../../model/messages/message.js'
import { countedByDetail, countedSent, type Counted } from '../../model/statistics/statistic.js'
import { Gatherer } from '../../values/gatherer.js'
import type { AccountId, MessageId } from '../../values/ids.js'
import type { Clock } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { isPhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { logOptOut, optOutEntry } from '../opt-outs/provider-opt-out.js'
import { countOutcomes } from './count-in-broadcast.js'

/**
 * Receipts may arrive before their message is settled or even stored, late, twice, or for no message at all. A receipt
 * whose message is missing is kept only while a broadcast may still store it. The clocks of carriers may be wrong,
 * so the time of a delivery is adjusted: if it is in the future, to now; if it is not after the message was sent, to
 * a millisecond after that.
 */
export class ReceiveReceipt {
  /** Receipts that come at the same time for one account are stored together. */
  readonly #gatherer = new Gatherer<Receipt>({
    max: BATCH_MAX,
    placementOf: ({ account }) => account,
    work: async (receipts) => {
      await this.receiveAll(receipts[0]!.account, receipts)
      return receipts.map(() => undefined)
    },
  })

  constructor(private readonly deps: ConsentDeps & { readonly unitOfWork: UnitOfWork; readonly clock: Clock }) {}

  async execute(receipt: Receipt): Promise<void> {
    await this.#gatherer.add(receipt)
  }

  /**
   * If there is no message, looks again after the kept receipt is committed, as the message may be stored by then.
   */
  private async receiveAll(account: AccountId, receipts: readonly Receipt[]): Promise<void> {
    const now = this.deps.clock.now()
    const all = receipts.map(({ at, ...receipt }) => ({ ...receipt, at: at < now ? at : now }))
    const attempt = (some: readonly Receipt[], isFirst: boolean) =>
      this.deps.unitOfWork.run((stores) => this.receive(stores, some, { account, now, isFirst }))
    const missing = await attempt(all, true)
    if (missing.length > 0) await attempt(missing, false)
  }

  /** Returns the receipts without a message. A kept receipt is trimmed a fixed time after its arrival. */
  private async receive(
    stores: Stores,
    receipts: readonly Receipt[],
    { account, now, isFirst }: ReceiptAttempt,
  ): Promise<readonly Receipt[]> {
    const messages = await stores.messages.lock(account, [...new Set(receipts.map(({ message }) => message))])
    const missing: Receipt[] = []
    const received = new Map<MessageId, Received>()
    for (const receipt of receipts) {
      const message = messages.get(receipt.message)
      const early = { ...receipt, at: now }
      if (message === undefined) {
        if (isFirst && (await stores.broadcasts.expects(account, receipt.message))) {
          await stores.messages.keepReceipt(early)
        }
        missing.push(receipt)
      } else if (message.direction === 'outbound' && isFromCarrierOf(message, receipt)) {
        const { failure } = receipt
        if (message.phase !== null) {
          await stores.messages.keepReceipt({ ...early, failure: failure && failureOf(message, failure) })
        } else if (!received.has(message.id)) received.set(message.id, { message, receipt })
      }
    }
    const kept = isFirst ? [] : await stores.messages.takeReceipts(account, [...received.keys()])
    for (const receipt of kept) received.set(receipt.message, { message: messages.get(receipt.message)!, receipt })
    for (const some of byBroadcast([...received.values()])) await withReceipts(stores, some, { ...this.deps, now })
    return missing
  }
}

/** So that a batch locks its messages only for a short time. */
const BATCH_MAX = 100

type ReceiptAttempt = { readonly account: AccountId; readonly now: Date; readonly isFirst: boolean }

/** Always in the same order, since each broadcast is locked. */
function byBroadcast(received: readonly Received[]): readonly (readonly Received[])[] {
  const groups = new Map<string, Received[]>()
  for (const one of received) {
    const { broadcast } = one.message
    groups.set(broadcast ?? '', [...(groups.get(broadcast ?? '') ?? []), one])
  }
  return [...groups].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, some]) => some)
}

type ReceiptStores = Pick<
  Stores,
  'messages' | 'events' | 'broadcasts' | 'schedules' | 'consents' | 'consentLog' | 'statistics'
>

/**
 * Only the first receipt of a sent message has an effect. The credits stay spent and the key stays used, whatever the
 * receipt says, because the message was submitted. A receipt also resolves an unknown outcome: the message was sent after
 * all, or gets the failure of the receipt, without another event because it had failed before. The credits of such a
 * message stay released. A receipt of a carrier that was not given the message has no effect.
 */
export async function withReceipt(
  stores: ReceiptStores,
  message: Message,
  receipt: Receipt,
  context: ReceiptContext,
): Promise<void> {
  await withReceipts(stores, [{ message, receipt }], context)
}

/**
 * Events are dated `now`, or just after the message was sent if that is later, so that their instants are in order.
 */
type ReceiptContext = ConsentDeps & { readonly now: Date }

type Received = { readonly message: Message; readonly receipt: Receipt }

/** Like `withReceipt`, for several messages of one account, and of one broadcast or of none. */
export async function withReceipts(
  stores: ReceiptStores,
  all: readonly Received[],
  { now, ...deps }: ReceiptContext,
): Promise<void> {
  const received = all.filter(hasEffect)
  if (received.length === 0) return
  const before = received.map(({ message }) => message)
  const after = received.map(afterOf)
  const instants = before.map((message) => eventTime(message, now))
  const { account, broadcast } = after[0]!
  await stores.messages.save(after)
  const events = after.flatMap((message, i) => {
    if (isFailed(message) && isFailed(before[i]!)) return []
    const type = isFailed(message) ? 'message.failed' : 'message.delivered'
    return [messageEvent(type, message, { id: deps.ids.next('evt'), at: instants[i]! })]
  })
  await stores.events.append(account, events)
  await stores.statistics.count(account, countedOf(before, after, now))
  await saveOptOuts(stores, deps, after, now)
  if (broadcast === null) return
  const failed = after.filter(isFailed).length - before.filter(isFailed).length
  const delivered = after.length - after.filter(isFailed).length
  const counts = { ...NO_OUTCOMES, sent: 0 - failed, failed, delivered }
  await countOutcomes(stores, deps.ids, { account, broadcast, counts, now })
}

/** The receipt of a message with an unknown outcome shows that it was sent, or gives a better reason for its failure. */
function countedOf(before: readonly Message[], after: readonly Message[], now: Date): readonly Counted[] {
  const resolved = after.filter((message, i) => isFailed(before[i]!) && !isFailed(message))
  const failed = after.filter((message, i) => isFailed(message) && !isFailed(before[i]!))
  const failures = failed.flatMap(({ failure }) => failure?.type ?? [])
  const delivered = after.flatMap(({ deliveredAt }) => deliveredAt ?? [])
  return [
    countedSent(now, resolved.length),
    ...countedByDetail('failed', failures, now),
    ...delivered.map((at) => ({ statistic: 'delivered', detail: '', at, count: 1 }) as const),
  ]
}

/** A carrier may report only later that the recipient has opted out there. */
async function saveOptOuts(stores: ReceiptStores, deps: ConsentDeps, messages: readonly Message[], now: Date) {
  for (const { account, to, from: sender, failure } of messages) {
    if (failure?.type !== 'opted_out' || !isPhoneNumber(to)) continue
    const optOut = { account, phone: to, sender, at: now }
    const entry = await optOutEntry(stores, deps, optOut)
    await stores.consents.saveProviderOptOut(optOut)
    if (entry !== null) await logOptOut(stores, entry)
  }
}

function hasEffect({ message, receipt }: Received): boolean {
  if (!isFromCarrierOf(message, receipt)) return false
  const { status, deliveredAt, failure } = message
  return status === 'sent' ? deliveredAt === null : failure?.type === FAILURES.unknown.type
}

function afterOf({ message: before, receipt }: Received): Message {
  const { failure, at } = receipt
  const message = {
    ...before,
    providerId: before.providerId ?? receipt.providerId ?? null,
    tries: triesAfter(before, receipt),
  }
  if (failure !== null) return { ...message, status: 'failed', failure: failureOf(message, failure), sentAt: null }
  const deliveredAt = latest(at, justAfter(message.sentAt ?? message.createdAt))
  return { ...message, status: 'sent', failure, sentAt: message.sentAt ?? addMs(deliveredAt, -1), deliveredAt }
}

/** After a crash, the receipt is the first to tell which carrier has the message. */
function triesAfter({ tries }: Message, { carrier = null, at }: Receipt): Message['tries'] {
  const isKnown = tries.some(({ outcome }) => outcome !== 'try-later')
  return isKnown || carrier === null ? tries : [...tries, { carrier, at, outcome: 'accepted' }]
}

/** Later than the previous event of the message (sent, or failed with an unknown outcome), which may be very recent. */
function eventTime({ sentAt }: Message, now: Date): Date {
  return sentAt === null ? justAfter(now) : latest(now, justAfter(sentAt))
}

/** Keeps events in order if a receipt arrives before the provider's response and would get the same instant. */
function justAfter(instant: Date): Date {
  return addMs(instant, 1)
}

function latest(one: Date, other: Date): Date {
  return one < other ? other : one
}

function isFailed({ status }: Message): boolean {
  return status === 'failed'
}
