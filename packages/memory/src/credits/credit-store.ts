import {
  NO_CREDITS,
  balanceAfter,
  causeOf,
  groupBy,
  isOverdrawn,
  type AccountId,
  type CreditAmounts,
  type CreditStore,
  type LedgerEntry,
  type LedgerLine,
  type LedgerQuery,
} from '@carillon/core'
import { by, downward, firstOf } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

export class MemoryCreditStore implements CreditStore {
  constructor(private readonly tables: Pick<Tables, 'ledger' | 'balances'>) {}

  async balance(account: AccountId) {
    return this.tables.balances.get(account, SERVICE)?.balance ?? NO_CREDITS
  }

  async lines(account: AccountId, { cause, after, limit }: LedgerQuery) {
    const isAfter = (body: string) => after === null || body < after.slice('led_'.length)
    const entries = this.tables.ledger
      .of(account)
      .filter(({ id, reference }) => (cause === null || causeOf(reference) === cause) && isAfter(bodyOf(id)))
    const byCause = [...groupBy(entries, ({ id }) => bodyOf(id))]
    return firstOf(byCause, downward(by(([body]) => body)), limit).map(([, some]) => lineOf(some))
  }

  async lock(account: AccountId) {
    return this.balance(account)
  }

  async post(account: AccountId, entries: readonly LedgerEntry[]) {
    const fresh = entries.filter((entry) => !this.tables.ledger.has(entry))
    for (const entry of fresh) this.tables.ledger.put(entry)
    const before = this.tables.balances.get(account, SERVICE)
    const balance = balanceAfter(before?.balance ?? NO_CREDITS, fresh)
    if (isOverdrawn(balance)) throw new Error(`The credits of ${account} would fall below zero`)
    this.tables.balances.put({ account, balance, accepted: before?.accepted ?? null })
  }

  async acceptedOn(account: AccountId, day: string) {
    const accepted = this.tables.balances.get(account, SERVICE)?.accepted
    return accepted && accepted.day >= day ? accepted.count : 0
  }

  async countAccepted(account: AccountId, day: string, recipients: number) {
    const before = this.tables.balances.get(account, SERVICE)
    const last = before?.accepted?.day ?? day
    const accepted = { day: last > day ? last : day, count: (await this.acceptedOn(account, day)) + recipients }
    this.tables.balances.put({ account, balance: before?.balance ?? NO_CREDITS, accepted })
  }
}

/** The part of the id that the entries of one cause share. */
function bodyOf(id: string): string {
  return id.slice('led_'.length, 'led_'.length + BODY_LENGTH)
}

const BODY_LENGTH = 26

function lineOf(entries: readonly LedgerEntry[]): LedgerLine {
  const { id, reference } = entries[0]!
  const cause = causeOf(reference)
  const times = entries.map(({ at }) => at.getTime())
  return {
    id: cause === 'grant' ? id : reference,
    cause,
    firstAt: new Date(Math.min(...times)),
    lastAt: new Date(Math.max(...times)),
    granted: sumOf(entries.filter(({ from }) => from === 'operator')),
    reserved: sumOf(entries.filter(({ to }) => to === 'reserved')),
    spent: sumOf(entries.filter(({ to }) => to === 'spent')),
    released: sumOf(entries.filter(({ from, to }) => from === 'reserved' && to === 'available')),
  }
}

function sumOf(entries: readonly LedgerEntry[]): CreditAmounts {
  const inUnit = (of: LedgerEntry['unit']) =>
    entries.filter(({ unit }) => unit === of).reduce((sum, { amount }) => sum + amount, 0)
  return { sms: inUnit('sms'), mms: inUnit('mms') }
}
