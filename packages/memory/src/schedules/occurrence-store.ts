import {
  SMALL_AUDIENCE_MAX,
  type AccountId,
  type ListedAudience,
  type Broadcast,
  type BroadcastId,
  type ClaimedJobOf,
  type CreditsThatDay,
  type FoundOccurrence,
  type LockedOccurrence,
  type OccurrenceStore,
  type Reservation,
  type Schedule,
  type SmallAudience,
  type Stores,
  type TimeZone,
} from '@carillon/core'
import { by } from '../tables/order.js'
import { groupPart, listPart, schedulePart } from '../tables/keys.js'
import type { Tables } from '../tables/tables.js'

type OccurrenceJob = ClaimedJobOf<'run-occurrence'>
type Used = 'contactListMembers' | 'membershipsByGroup' | 'sendsBySchedule'
type UsedStores = 'accounts' | 'audiences' | 'broadcasts' | 'credits' | 'jobs' | 'schedules' | 'senders'

/** Implements each step with the other stores, one occurrence after the other. */
export class MemoryOccurrenceStore implements OccurrenceStore {
  constructor(
    private readonly tables: Pick<Tables, Used>,
    private readonly stores: Pick<Stores, UsedStores>,
  ) {}

  async lock(jobs: readonly OccurrenceJob[]) {
    const locked: LockedOccurrence[] = []
    for (const job of jobs) {
      if (!(await this.stores.jobs.holds(job))) continue
      const schedule = await this.stores.schedules.lock(job.account, job.payload.schedule)
      locked.push({ job, found: schedule && (await this.found(schedule)) })
    }
    return locked
  }

  async finish(jobs: readonly OccurrenceJob[]) {
    for (const job of jobs) await this.stores.jobs.finish(job)
  }

  async fixSmall(audiences: readonly SmallAudience[]) {
    const totals = new Map<BroadcastId, number | null>()
    for (const { broadcast, ...one } of audiences) {
      if (this.membersOf(one.account, one.audience) > SMALL_AUDIENCE_MAX) {
        totals.set(broadcast, null)
        continue
      }
      const broadcasts = new Map([[ANYWHERE, broadcast]])
      const fixed = await this.stores.audiences.fix({ ...one, byZone: false, zone: ANYWHERE, broadcasts })
      totals.set(broadcast, fixed.get(ANYWHERE) ?? 0)
    }
    return totals
  }

  async lockCredits(accounts: readonly AccountId[], day: string) {
    const { credits } = this.stores
    const locked = new Map<AccountId, CreditsThatDay>()
    for (const account of accounts) {
      locked.set(account, { balance: await credits.lock(account), accepted: await credits.acceptedOn(account, day) })
    }
    return locked
  }

  async reserve(reservations: readonly Reservation[], day: string) {
    const { credits } = this.stores
    for (const { account, entries, recipients } of reservations) {
      await credits.post(account, entries)
      await credits.countAccepted(account, day, recipients)
    }
  }

  async addBroadcasts(broadcasts: readonly Broadcast[]) {
    for (const broadcast of broadcasts) await this.stores.broadcasts.add(broadcast, [])
  }

  async saveSchedules(schedules: readonly Schedule[]) {
    for (const { account, id, status, next, occurred, skipped, hasSent, updatedAt } of schedules) {
      const before = await this.stores.schedules.find(account, id)
      const changed = { status, next, occurred, skipped, hasSent, updatedAt }
      if (before !== null) await this.stores.schedules.save({ ...before, ...changed })
    }
  }

  private async found(schedule: Schedule): Promise<FoundOccurrence> {
    const { account: id, from, next } = schedule
    const { accounts, senders } = this.stores
    const [account, sender] = [await accounts.find(id), await senders.find(id, from)]
    const all = this.tables.sendsBySchedule.of(schedulePart({ account: id, schedule: schedule.id }))
    const isAround = (occurrence: Date) =>
      next !== null && Math.abs(occurrence.getTime() - next.instant.getTime()) <= ZONES_APART_MS
    const sends = all.filter((send) => send.status === 'planned' || isAround(send.occurrence))
    return { schedule, account: account!, sender, sends: sends.toSorted(by((send) => send.id)) }
  }

  /** A member of several groups counts several times. */
  private membersOf(account: AccountId, audience: ListedAudience): number {
    if (audience.kind === 'list') {
      return this.tables.contactListMembers.of(listPart({ account, list: audience.list })).length
    }
    const memberships = audience.groups.flatMap((group) =>
      this.tables.membershipsByGroup.of(groupPart({ account, group })),
    )
    return memberships.filter(({ state }) => state === 'active').length
  }
}

/** Stands for the only zone of a broadcast. */
const ANYWHERE = 'UTC' as TimeZone

const ZONES_APART_MS = 48 * 3_600_000
