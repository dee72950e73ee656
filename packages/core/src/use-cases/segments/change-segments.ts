import type { Account } from '../../model/accounts/account.js'
import type { Condition } from '../../model/filters/condition.js'
import type { Schedule } from '../../model/schedules/schedule.js'
import {
  circleThrough,
  SEGMENTS_MAX,
  WHOLE_CONDITIONS_MAX,
  wholeCountOf,
  type Segment,
} from '../../model/segments/segment.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput } from '../../values/errors.js'
import type { SegmentId } from '../../values/ids.js'
import { foldCase } from '../../values/text/text.js'
import { checkFilter, conditionsOf, FILTER } from '../filters/check-filter.js'
import { nameTaken, refuseTooMany } from '../settings/change-item.js'
import { requireLockedSegment, usesOfSegment } from './read-segments.js'

export type SegmentFields = { readonly name: string; readonly condition: Condition }

/** Changes of an account's segments run one after the other, so that no circle arises from two of them. */
export class CreateSegment {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; ids: Ids }) {}

  execute({ account, fields }: { readonly account: Account; readonly fields: SegmentFields }): Promise<Segment> {
    const now = this.deps.clock.now()
    const segment = { ...fields, id: this.deps.ids.next('seg'), account: account.id, createdAt: now, updatedAt: now }
    return this.deps.unitOfWork.run(async (stores) => {
      await stores.accounts.lock(account.id)
      const existing = await stores.segments.of(account.id)
      // An earlier, unacknowledged commit may have added it.
      const before = existing.find(({ id }) => id === segment.id)
      if (before !== undefined) return before
      refuseTooMany('segment', existing.length, SEGMENTS_MAX)
      refuseTaken(existing, segment)
      await checkFilter(stores, account.id, { condition: segment.condition, at: FILTER })
      await stores.segments.put(segment)
      return segment
    })
  }
}

export type SegmentName = { readonly account: Account; readonly id: string }

export class ChangeSegment {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, id, patch }: SegmentName & { readonly patch: Partial<SegmentFields> }): Promise<Segment> {
    const updatedAt = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      await stores.accounts.lock(account.id)
      const before = await requireLockedSegment(stores, { account, id })
      if (patch.name === undefined && patch.condition === undefined) return before
      const after = { ...before, ...patch, updatedAt }
      const existing = await stores.segments.of(account.id)
      refuseTaken(existing, after)
      if (patch.condition !== undefined) await checkChange(stores, after, existing)
      await stores.segments.put(after)
      return after
    })
  }
}

async function checkChange(stores: Stores, after: Segment, existing: readonly Segment[]): Promise<void> {
  const circle = circleThrough(after.id, after.condition, conditionsOf(existing))
  if (circle !== null) throw invalidInput(FILTER, circleFault(after, circle))
  await checkFilter(stores, after.account, { condition: after.condition, at: FILTER })
  const conditions = new Map([...conditionsOf(existing), [after.id, after.condition]])
  const isTooLarge = (condition: Condition) => wholeCountOf(condition, conditions) > WHOLE_CONDITIONS_MAX
  const tooLarge =
    existing.find(({ condition }) => isTooLarge(condition)) ?? (await tooLargeSchedule(stores, after, isTooLarge))
  if (tooLarge !== undefined)
    throw invalidInput(FILTER, `is too large for ${tooLarge.id}, which names this segment: ${AT_MOST}`)
}

/** A schedule that would have too many conditions, because it names the segment, directly or through others. */
async function tooLargeSchedule(
  { itemUses }: Pick<Stores, 'itemUses'>,
  { account }: Segment,
  isTooLarge: (condition: Condition) => boolean,
): Promise<Schedule | undefined> {
  const { first } = await itemUses.schedulesWithSegments(account, SCHEDULES_CHECKED_MAX)
  return first.find(({ audience }) => audience.kind === 'filter' && isTooLarge(audience.condition))
}

const SCHEDULES_CHECKED_MAX = 1_000

const AT_MOST = `a filter has at most ${WHOLE_CONDITIONS_MAX} conditions with those of its segments`

function circleFault({ id }: Segment, through: SegmentId): string {
  if (through === id) return 'must not name the segment itself'
  return `must not name ${through}, which names this segment, directly or through others`
}

export class RemoveSegment {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: SegmentName): Promise<void> {
    return this.deps.unitOfWork.run(async (stores) => {
      const account = name.account.id
      await stores.accounts.lock(account)
      const { id } = await requireLockedSegment(stores, name)
      const { schedules, segments } = await usesOfSegment(stores, account, id)
      if (schedules.totalCount > 0 || segments.totalCount > 0) {
        throw new DomainError('segment-in-use', 'Schedules or segments use the segment, so it cannot be removed', {
          schedules: schedules.first.map((schedule) => schedule.id),
          segments: segments.first.map((segment) => segment.id),
        })
      }
      await stores.segments.remove(account, id)
    })
  }
}

function refuseTaken(existing: readonly Segment[], { id, name }: Segment): void {
  const isTaken = existing.some((other) => other.id !== id && foldCase(other.name) === foldCase(name))
  if (isTaken) throw nameTaken('segment', name)
}
