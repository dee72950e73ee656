import { erasureEvent, membershipEvent } from '../../model/events/event.js'
import type { Clock, Ids, Timer } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { SmsProvider } from '../../ports/sms-provider.js'
import type { Erased, ErasedContact, ErasedEvents, ErasedRecipients, ErasureStore } from '../../stores/erasure-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { addMs } from '../../values/time/instant.js'
import { requireAccount } from '../accounts/read-account.js'
import { relayAccount } from '../webhooks/relay-events.js'

export type EraseContactInput = { readonly accountName: string; readonly phone: PhoneNumber }

/** What was erased. */
export type Erasure = {
  readonly contact: boolean
  readonly groups: number
  readonly lists: number
  readonly messages: number
  /** Recipients of broadcasts, whether or not their message exists yet. */
  readonly recipients: number
  readonly events: number
  /** If true, a hard opt-out is kept by pseudonym, and applies again if the number comes back. */
  readonly isSuppressed: boolean
}

export type EraseContactDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly timer: Timer
  readonly ids: Ids
  readonly secrets: Secrets
  readonly provider: SmsProvider
}

const MESSAGES_MAX = 500
const CHUNKS_MAX = 200
const EVENTS_MAX = 2_000

/** Messages in flight are usually settled within this time. */
const WAIT_MAX_MS = 10_000
const PAUSE_MS = 250
const RETRY_AFTER_SECONDS = 10
/** The clocks of processes differ by less than this. */
const SKEW_MAX_MS = 1_000

/**
 * Deletes what an account knows about a number, in an order that leaves nothing behind: first everything that allows
 * texting it, then broadcast recipients with the number, then the messages to and from it, and last the events
 * about all of these. Each step is short and independent: an interrupted erasure is finished by erasing again.
 */
export class EraseContact {
  constructor(private readonly deps: EraseContactDeps) {}

  /**
   * Fails with `erasure-waits` if a message stays in flight, and with `contact-not-found` if no data is stored.
   */
  async execute({ accountName, phone }: EraseContactInput): Promise<Erasure> {
    const { id: account } = await this.deps.unitOfWork.run((stores) => requireAccount(stores, accountName))
    const who = { account, phone }
    // Before the contact: an import would add it again.
    const imported = await this.eraseImportedRows(who)
    const { contact, isKnown, left: _, ...erasedCounts } = await this.eraseContact(who)
    const { recipients, messages, events } = await this.eraseRest(who)
    const wasAtProvider = await this.forget(who)
    if (!isKnown && !wasAtProvider && imported + recipients + messages + events === 0) throw unknown(phone)
    return { ...erasedCounts, contact: contact !== null, recipients, messages, events }
  }

  private eraseImportedRows(who: Erased): Promise<number> {
    return this.deps.unitOfWork.run(({ erasures }) => erasures.eraseImportedRows(who))
  }

  /**
   * Repeats until a round finds nothing: a request that was being accepted when the number lost its consent becomes
   * visible only when it commits, which may be after its table was searched.
   */
  private async eraseRest(who: Erased): Promise<Pick<Erasure, 'recipients' | 'messages' | 'events'>> {
    const retryPause = this.newRetryPause()
    let [recipients, messages, events] = [0, 0, 0]
    for (let isFirst = true; ; isFirst = false) {
      const sentTo = await this.eraseRecipients(retryPause, who)
      const texted = await this.eraseMessages(retryPause, who)
      const leftovers = await this.deps.unitOfWork.run(({ erasures }) => erasures.eraseLeftovers(who))
      if (!isFirst && sentTo + texted + leftovers === 0) return { recipients, messages, events }
      recipients += sentTo
      messages += texted
      await this.emptyOutbox(retryPause, who.account)
      events += await this.eraseEvents(who)
    }
  }

  /** If the unit of work runs again after an unacknowledged commit, only the first run finds what was stored. */
  private async eraseContact(who: Erased): Promise<ErasedContact> {
    const { unitOfWork, secrets } = this.deps
    const subject = secrets.pseudonymOf(who.account, who.phone)
    const runs: ErasedContact[] = []
    await unitOfWork.run(async (stores) => {
      const erased = await stores.erasures.eraseContact({ ...who, subject })
      runs.push(erased)
      await this.publishErasure(stores, who, erased)
    })
    return runs.find(({ isKnown }) => isKnown) ?? runs.at(-1)!
  }

  /** Appends an event for each group that the contact leaves, and one for its erasure; none without a contact. */
  private async publishErasure(
    stores: Stores,
    { account, phone }: Erased,
    { contact: id, left }: ErasedContact,
  ): Promise<void> {
    if (id === null) return
    const { ids, clock } = this.deps
    const at = clock.now()
    const groups = await stores.groups.find(account, left)
    const contact = { id, account, phone }
    await stores.events.append(account, [
      ...[...groups.values()].map((group) => membershipEvent(this.deps, { ...LEFT, contact, group, at })),
      erasureEvent(account, id, { id: ids.next('evt'), at }),
    ])
  }

  /** Goes through all chunks in order, and starts over until no recipient is in flight. */
  private async eraseRecipients(retryPause: RetryPause, who: Erased): Promise<number> {
    const { unitOfWork } = this.deps
    let [total, inFlight] = [0, 0]
    for (let after: ErasedRecipients['last'] = null; ;) {
      const options: ChunkStep = { after, limit: CHUNKS_MAX }
      const step: ErasedRecipients = await unitOfWork.run(({ erasures }) => erasures.eraseRecipients(who, options))
      total += step.erased
      inFlight += step.inFlight
      after = step.last
      if (after !== null) continue
      if (inFlight === 0) return total
      await retryPause.wait()
      inFlight = 0
    }
  }

  private async eraseMessages(retryPause: RetryPause, who: Erased): Promise<number> {
    const { unitOfWork } = this.deps
    for (let total = 0; ;) {
      const { erased, inFlight } = await unitOfWork.run(({ erasures }) => erasures.eraseMessages(who, MESSAGES_MAX))
      total += erased
      if (erased > 0) continue
      if (inFlight === 0) return total
      await retryPause.wait()
    }
  }

  /** Relays all events up to now: later events no longer contain the number. */
  private async emptyOutbox(retryPause: RetryPause, account: AccountId): Promise<void> {
    const { unitOfWork, clock } = this.deps
    const until = addMs(clock.now(), SKEW_MAX_MS)
    for (;;) {
      const [oldest] = await unitOfWork.run(({ events }) => events.oldest(account, 1))
      if (oldest === undefined || oldest.at > until) return
      // Events that another worker is relaying cannot be taken here, but are still in the outbox.
      if ((await relayAccount(this.deps, account)) === 0) await retryPause.wait()
    }
  }

  private async eraseEvents(who: Erased): Promise<number> {
    const { unitOfWork } = this.deps
    let total = 0
    for (let step: ErasedEvents = { erased: 0, last: null }; ;) {
      const { last: after } = step
      step = await unitOfWork.run(({ erasures }) => erasures.eraseEvents(who, { after, limit: EVENTS_MAX }))
      total += step.erased
      if (step.last === null) return total
    }
  }

  private async forget({ account, phone }: Erased): Promise<boolean> {
    const { unitOfWork, provider } = this.deps
    if (provider.forget === undefined) return false
    const senders = await unitOfWork.run((stores) => stores.senders.of(account))
    return provider.forget({ account, phone, senders: senders.map(({ number }) => number) })
  }

  private newRetryPause(): RetryPause {
    const { clock, timer } = this.deps
    const until = addMs(clock.now(), WAIT_MAX_MS)
    return {
      wait: async () => {
        if (clock.now() >= until) throw waits()
        await timer.wait(PAUSE_MS)
      },
    }
  }
}

const LEFT = { type: 'contacts.group.opted_out', reason: 'ERASED' } as const

type ChunkStep = Parameters<ErasureStore['eraseRecipients']>[1]

type RetryPause = { wait(): Promise<void> }

function waits(): DomainError {
  const message =
    'A message to this number is still being sent. The rest is erased: repeat the request to erase that message too'
  return new DomainError('erasure-waits', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function unknown(phone: PhoneNumber): DomainError {
  return new DomainError('contact-not-found', `No data is stored for the number ${phone}`)
}
