import type { Account } from '../../model/accounts/account.js'
import type { KnownOptOut } from '../../model/consent/consent.js'
import type { CarrierOptOut } from '../../ports/carrier-connection.js'
import type { Secrets } from '../../ports/secrets.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'
import { isPhoneNumber, type PhoneNumber } from '../../values/phone/phone-number.js'
import { refusedWithSuppression } from './suppression.js'

/** A number that has opted out at the carrier, but not here. */
export type OnlyAtCarrier = {
  readonly phone: PhoneNumber
  /** The sender in the first entry of the carrier's list; null if the opt-out is from all senders. */
  readonly sender: string | null
  readonly at: Date | null
  /** Whether the account may text the number, as far as this service knows. */
  readonly isOptedIn: boolean
}

/** The numbers so far. A number with several entries at the carrier counts once. */
export type DriftTotals = {
  /** Opted out from senders of the account, according to the carrier. */
  readonly atCarrier: number
  readonly onlyAtCarrier: number
  readonly onlyHere: number
  /** Entries of the carrier's list that do not concern the account: of other senders, or not of a phone number. */
  readonly ignored: number
}

export type DriftStep = {
  readonly onlyAtCarrier: readonly OnlyAtCarrier[]
  /** For information: for example, a STOP to a sender of another carrier is not in this carrier's list. */
  readonly onlyHere: readonly KnownOptOut[]
  readonly totals: DriftTotals
}

export type FindConsentDriftInput = {
  readonly account: Account
  /** The carrier's own list. */
  readonly optOuts: AsyncIterable<CarrierOptOut>
  /** How many numbers of the carrier's list are kept in memory at most. */
  readonly numbersMax?: number
}

const STEP_LENGTH_MAX = 1_000
const EXAMINED_MAX = 10_000
const NUMBERS_MAX = 1_000_000
const RETRY_AFTER_SECONDS = 30

/**
 * Compares a carrier's own list of opt-outs with those of an account, number by number: a STOP here is one for all
 * senders of the account. First come the numbers that have opted out only at the carrier, then those that have opted out
 * only here. Changes nothing, and takes no locks: a STOP that arrives meanwhile may be reported.
 */
export class FindConsentDrift {
  constructor(private readonly deps: { readonly unitOfWork: UnitOfWork; readonly secrets: Secrets }) {}

  async *execute({ account, optOuts, numbersMax = NUMBERS_MAX }: FindConsentDriftInput): AsyncGenerator<DriftStep> {
    const atCarrier = new Set<PhoneNumber>()
    let totals: DriftTotals = { atCarrier: 0, onlyAtCarrier: 0, onlyHere: 0, ignored: 0 }
    const senders = await this.sendersOf(account)
    for await (const entries of inSteps(readable(optOuts))) {
      const own = entries.filter((entry) => concerns(entry, senders))
      const onlyAtCarrier = await this.unknownAmong(account, added(atCarrier, own))
      if (atCarrier.size > numbersMax) throw tooMany(numbersMax)
      totals = {
        ...totals,
        atCarrier: atCarrier.size,
        onlyAtCarrier: totals.onlyAtCarrier + onlyAtCarrier.length,
        ignored: totals.ignored + entries.length - own.length,
      }
      yield { onlyAtCarrier, onlyHere: [], totals }
    }
    for await (const known of this.known(account)) {
      const onlyHere = known.filter(({ phone }) => !atCarrier.has(phone))
      totals = { ...totals, onlyHere: totals.onlyHere + onlyHere.length }
      yield { onlyAtCarrier: [], onlyHere, totals }
    }
  }

  private async sendersOf({ id }: Account): Promise<ReadonlySet<string>> {
    const senders = await this.deps.unitOfWork.run((stores) => stores.senders.of(id))
    return new Set(senders.map(({ number }) => number))
  }

  private async unknownAmong({ id: account }: Account, entries: readonly Entry[]): Promise<readonly OnlyAtCarrier[]> {
    if (entries.length === 0) return []
    const phones = entries.map(({ phone }) => phone)
    const [refused, refusedByProvider] = await this.deps.unitOfWork.run(async (stores) => {
      const refused = await stores.consents.refused(account, phones)
      return [
        await refusedWithSuppression(stores, this.deps, { account, phones, refused }),
        await stores.consents.withProviderOptOut(account, phones),
      ] as const
    })
    return entries.flatMap(({ phone, sender, at }, i) => {
      const isKnown = refused.get(i) === 'hard-opted-out' || refusedByProvider.has(phone)
      return isKnown ? [] : [{ phone, sender, at, isOptedIn: !refused.has(i) }]
    })
  }

  private async *known({ id }: Account): AsyncGenerator<readonly KnownOptOut[]> {
    for (let after: PhoneNumber | null = null; ;) {
      const { optOuts, last } = await this.optOutsAfter(id, after)
      if (last === null) return
      yield optOuts
      after = last
    }
  }

  private optOutsAfter(account: Account['id'], after: PhoneNumber | null) {
    return this.deps.unitOfWork.run(({ consents }) => consents.optOutsAfter(account, after, EXAMINED_MAX))
  }
}

type Entry = CarrierOptOut & { readonly phone: PhoneNumber }

function concerns(entry: CarrierOptOut, senders: ReadonlySet<string>): entry is Entry {
  return isPhoneNumber(entry.phone) && (entry.sender === null || senders.has(entry.sender))
}

/** Adds the numbers to those at the carrier, and returns the first entry of each new number. */
function added(atCarrier: Set<PhoneNumber>, entries: readonly Entry[]): readonly Entry[] {
  const fresh: Entry[] = []
  for (const entry of entries) {
    if (atCarrier.has(entry.phone)) continue
    atCarrier.add(entry.phone)
    fresh.push(entry)
  }
  return fresh
}

async function* inSteps(optOuts: AsyncIterable<CarrierOptOut>): AsyncGenerator<readonly CarrierOptOut[]> {
  let step: CarrierOptOut[] = []
  for await (const optOut of optOuts) {
    step.push(optOut)
    if (step.length < STEP_LENGTH_MAX) continue
    yield step
    step = []
  }
  yield step
}

async function* readable(optOuts: AsyncIterable<CarrierOptOut>): AsyncGenerator<CarrierOptOut> {
  try {
    yield* optOuts
  } catch (error) {
    const reason = (error as Error).message
    const message = `The list of opt-outs cannot be read: ${reason}`
    throw new DomainError('opt-outs-unreadable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
}

function tooMany(numbersMax: number): DomainError {
  const message = `The list of opt-outs has more than ${numbersMax} numbers of the account`
  return new DomainError('too-many-opt-outs', message, { limit: numbersMax })
}
