import type { Account } from '../../model/accounts/account.js'
import { allowedNumbers } from '../../model/accounts/destinations.js'
import { segmentsIn, type Condition } from '../../model/filters/condition.js'
import type { AudienceCount } from '../../model/schedules/audience.js'
import type { Segment, SegmentQuery } from '../../model/segments/segment.js'
import type { Clock } from '../../ports/runtime.js'
import { USES_LISTED, type UsingSchedules, type UsingSegments } from '../../stores/item-use-store.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { FieldError } from '../../values/errors.js'
import { isSegmentId, type AccountId, type SegmentId } from '../../values/ids.js'
import type { Page } from '../../values/page.js'
import { todayIn } from '../../values/time/wall-clock.js'
import { unmetConditionsOf } from '../audiences/unmet-conditions.js'
import { checkFilter, FILTER, segmentNotFound } from '../filters/check-filter.js'
import { resolveFilter } from '../filters/resolve-filter.js'

async function requireSegment(
  { segments }: Pick<Stores, 'segments'>,
  { account, id }: { readonly account: Account; readonly id: string },
): Promise<Segment> {
  return found(isSegmentId(id) ? await segments.find(account.id, id) : null, id)
}

/** Like `requireSegment`, for a change: waits until nothing begins to use the segment. */
export async function requireLockedSegment(
  { segments }: Pick<Stores, 'segments'>,
  { account, id }: { readonly account: Account; readonly id: string },
): Promise<Segment> {
  return found(isSegmentId(id) ? await segments.lock(account.id, id) : null, id)
}

function found(segment: Segment | null, id: string): Segment {
  if (segment === null) throw segmentNotFound(id)
  return segment
}

/** What names a segment, which therefore cannot be removed. */
export async function usesOfSegment(
  { itemUses, segments }: Pick<Stores, 'itemUses' | 'segments'>,
  account: AccountId,
  id: SegmentId,
): Promise<SegmentUses> {
  const naming = (await segments.of(account)).filter(({ condition }) => segmentsIn(condition).includes(id))
  return {
    schedules: await itemUses.schedulesTo(account, id, USES_LISTED),
    segments: { totalCount: naming.length, first: naming.slice(0, USES_LISTED) },
  }
}

export type SegmentUses = { readonly schedules: UsingSchedules; readonly segments: UsingSegments }

export class ReadSegment {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: { readonly account: Account; readonly id: string }): Promise<Segment> {
    return this.deps.unitOfWork.run((stores) => requireSegment(stores, name))
  }
}

export class ListSegments {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute({ account, query }: { readonly account: Account; readonly query: SegmentQuery }): Promise<Page<Segment>> {
    return this.deps.unitOfWork.run(({ segments }) => segments.list(account.id, query))
  }
}

/** The segments and schedules that name a segment, so that its removal is not refused without a warning. */
export class ReadSegmentUses {
  constructor(private readonly deps: { unitOfWork: UnitOfWork }) {}

  execute(name: { readonly account: Account; readonly id: string }): Promise<SegmentUses> {
    return this.deps.unitOfWork.run(async (stores) => {
      const { id } = await requireSegment(stores, name)
      return usesOfSegment(stores, name.account.id, id)
    })
  }
}

/** How many contacts a filter finds, and how many of these may be texted. */
export type FilterCount = AudienceCount & {
  /** The conditions that hold for nobody; absent if there is none. */
  readonly unmetConditions?: readonly FieldError[]
}

export class CountSegment {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute(name: { readonly account: Account; readonly id: string }): Promise<FilterCount> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      const { condition } = await requireSegment(stores, name)
      return countOf(stores, { account: name.account, condition, now })
    })
  }
}

/** Counts a filter that is not saved. */
export class CountFilter {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock }) {}

  execute({ account, condition }: { readonly account: Account; readonly condition: Condition }): Promise<FilterCount> {
    const now = this.deps.clock.now()
    return this.deps.unitOfWork.run(async (stores) => {
      await checkFilter(stores, account.id, { condition, at: FILTER })
      return countOf(stores, { account, condition, now })
    })
  }
}

type Counting = { readonly account: Account; readonly condition: Condition; readonly now: Date }

async function countOf(stores: Stores, { account, condition, now }: Counting): Promise<FilterCount> {
  const time = { now, today: todayIn(account.timezone, now) }
  const test = await resolveFilter(stores, account.id, condition, time)
  const allowed = allowedNumbers(account.destinations)
  const counted = await stores.audiences.count(account.id, test, allowed)
  const unmet = await unmetConditionsOf(stores, account.id, { condition, at: FILTER })
  return { ...counted, ...(unmet.length > 0 && { unmetConditions: unmet }) }
}
