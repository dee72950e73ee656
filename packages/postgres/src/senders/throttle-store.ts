import {
  countedBy,
  endSlots,
  takeSlots,
  type AccountId,
  type RateCounts,
  type RatedSlotRequest,
  type SenderRate,
  type SenderSlotEnd,
  type SenderSlotRequest,
  type SlotEndOfEach,
  type SlotGrant,
  type ThrottleEntry,
  type ThrottleStore,
} from '@carillon/core'
import { preparedRowsOf } from '../sql/prepared.js'
import { recordset } from '../sql/recordset.js'
import { rowsOf, run, type Database } from '../sql/sql.js'

export class PostgresThrottleStore implements ThrottleStore {
  constructor(private readonly trx: Database) {}

  async ratesOf(account: AccountId, senders: readonly string[]): Promise<ReadonlyMap<string, SenderRate>> {
    const rows = await preparedRowsOf<RateRow>(this.trx, RATES, { account, senders })
    return new Map(rows.map(({ number, rate, counts }) => [number, { perSecond: rate, counts }]))
  }

  async take({ account, ...request }: SenderSlotRequest): Promise<SlotGrant> {
    const rate = (await this.ratesOf(account, [request.sender])).get(request.sender)
    if (rate === undefined) return { taken: request.wanted, nextAt: request.now, isThrottled: false }
    const [grant] = await this.takeOfEach(account, [{ ...request, rate }])
    return grant!
  }

  async takeOfEach(account: AccountId, requests: readonly RatedSlotRequest[]): Promise<readonly SlotGrant[]> {
    const senders = requests.map(({ sender }) => sender)
    const before = await this.lockAll(account, senders)
    const updates = requests.map(({ sender, rate, ...request }) => {
      const update = takeSlots(before.get(sender)!, rate.perSecond, countedBy(rate.counts, request))
      const isChanged = update.taken > 0 || request.joinsQueue || request.group !== undefined
      return { ...update, sender, isChanged }
    })
    await this.save(account, new Map(updates.flatMap((one) => (one.isChanged ? [[one.sender, one.entries]] : []))))
    return updates.map(({ taken, nextAt }) => ({ taken, nextAt, isThrottled: true }))
  }

  end({ sender, ...end }: SenderSlotEnd): Promise<void> {
    return this.endOfEach({ ...end, senders: [sender] })
  }

  async endOfEach({ account, senders, id, at }: SlotEndOfEach): Promise<void> {
    const rates = await this.ratesOf(account, senders)
    if (rates.size === 0) return
    const locked = await this.lock(LOCK, account, [...rates.keys()])
    const ended = [...locked].filter(([, entries]) => entries.some((entry) => entry.id === id))
    await this.save(
      account,
      new Map(
        ended.map(
          ([sender, entries]) => [sender, endSlots(entries, rates.get(sender)!.perSecond, { id, at })] as const,
        ),
      ),
    )
  }

  /**
   * Adds the missing rows first, because only existing rows can be locked. While a row is missing, none is locked: a unit of
   * work that waits for the row of another one must not have a lock that the other one waits for.
   */
  private async lockAll(account: AccountId, senders: readonly string[]): Promise<Throttles> {
    const locked = await this.lock(LOCK_ALL, account, senders)
    if (locked.size === senders.length) return locked
    await run(this.trx, OPEN, { account, senders })
    return this.lockAll(account, senders)
  }

  private async lock(statement: string, account: AccountId, senders: readonly string[]): Promise<Throttles> {
    const rows = await rowsOf<ThrottleRow>(this.trx, statement, { account, senders })
    return new Map(rows.map(({ number, turns }) => [number, turns]))
  }

  private async save(account: AccountId, throttles: Throttles): Promise<void> {
    if (throttles.size === 0) return
    const rows = [...throttles].map(([number, turns]) => ({ number, turns }))
    await run(this.trx, SAVE, { account, ...SAVED.of(rows) })
  }
}

type Throttles = ReadonlyMap<string, readonly ThrottleEntry[]>

type RateRow = { readonly number: string; readonly rate: number; readonly counts: RateCounts }

type ThrottleRow = { readonly number: string; readonly turns: readonly ThrottleEntry[] }

const RATES = `
  select number, messages_per_second as rate,
         (select account.rate_counts from account where account.id = :account) as counts
    from sender
   where number = any (:senders) and account_id = :account and messages_per_second is not null`

/** In the order of the numbers, so that two transactions cannot deadlock. */
const LOCK = `
  select number, turns from sender_pace
   where account_id = :account and number = any (:senders)
   order by number for update`

const LOCK_ALL = `
  select number, turns from sender_pace
   where account_id = :account and number = any (:senders)
         and cardinality(:senders::text[]) = (
           select count(*) from sender_pace as existing
            where existing.account_id = :account and existing.number = any (:senders)
         )
   order by number for update of sender_pace`

const OPEN = `
  insert into sender_pace (account_id, number, turns)
  select :account, missing.number, '[]'
    from unnest(:senders::text[]) as missing (number)
   order by missing.number collate "C"
      on conflict (account_id, number) do nothing`

const SAVED = recordset<ThrottleRow>('saved', { number: 'text', turns: 'json' })

const SAVE = `
  update sender_pace set turns = saved.turns
    from ${SAVED.sql}
   where sender_pace.account_id = :account and sender_pace.number = saved.number`
