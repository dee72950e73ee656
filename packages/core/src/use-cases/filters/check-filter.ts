import { faultsOf } from '../../model/filters/check-condition.js'
import { fieldsIn, groupsIn, segmentsIn, type Condition } from '../../model/filters/condition.js'
import { WHOLE_CONDITIONS_MAX, wholeCountOf } from '../../model/segments/segment.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { DomainError, invalidInput, refuseFaults, type FieldError } from '../../values/errors.js'
import { isSegmentId, parseGroupId, type AccountId, type SegmentId } from '../../values/ids.js'
import { quote } from '../../values/text/text.js'
import { groupNotFound } from '../groups/read-group.js'

/** Where requests have the condition of an audience. */
export const AUDIENCE_FILTER = 'audience.filter.contact'
/** Where other requests have it. */
export const FILTER = 'filter.contact'

export type FilterStores = Pick<Stores, 'groups' | 'segments' | 'customFields' | 'trackingLinks'>

/**
 * A condition, and the path that it has in the request. With `isKept`, the segments that it names are neither changed nor
 * removed until the unit of work ends.
 */
export type AskedFilter = { readonly condition: Condition; readonly at: string; readonly isKept?: boolean }

/**
 * Refuses a filter with malformed ids, with groups, segments or links that the account does not have, or with operators
 * that the types of its custom fields do not have.
 */
export async function checkFilter(stores: FilterStores, account: AccountId, filter: AskedFilter): Promise<void> {
  const { condition, at } = filter
  const groups = groupsIn(condition).map(parseGroupId)
  const found = groups.length === 0 ? new Map() : await stores.groups.find(account, groups)
  const missing = groups.find((id) => !found.has(id))
  if (missing !== undefined) throw groupNotFound({ id: missing })
  await checkSegments(stores, account, filter)
  refuseFaults([
    ...faultsOf(condition, at, await stores.customFields.of(account)),
    ...(await linkFaults(stores, account, filter)),
  ])
}

async function checkSegments(
  { segments }: Pick<Stores, 'segments'>,
  account: AccountId,
  { condition, at, isKept = false }: AskedFilter,
): Promise<void> {
  const named = segmentsIn(condition)
  if (named.length === 0) return
  if (isKept) await segments.lockShared(account, named)
  const conditions = conditionsOf(await segments.of(account))
  const unknown = named.find((id) => !conditions.has(id))
  if (unknown !== undefined) throw segmentNotFound(unknown)
  const whole = wholeCountOf(condition, conditions)
  if (whole > WHOLE_CONDITIONS_MAX) {
    const got = Number.isFinite(whole) ? `got ${whole}` : 'but its segments name each other'
    throw invalidInput(at, `must have at most ${WHOLE_CONDITIONS_MAX} conditions with those of its segments, ${got}`)
  }
}

export function conditionsOf(
  segments: readonly { readonly id: SegmentId; readonly condition: Condition }[],
): ReadonlyMap<SegmentId, Condition> {
  return new Map(segments.map(({ id, condition }) => [id, condition]))
}

async function linkFaults(
  { trackingLinks }: Pick<Stores, 'trackingLinks'>,
  account: AccountId,
  { condition, at }: AskedFilter,
): Promise<readonly FieldError[]> {
  const named = [...fieldsIn(condition, at)].flatMap(({ at: place, conditions: { clicked } }) =>
    clicked === undefined ? [] : [{ field: `${place}.clicked.link`, link: clicked.link }],
  )
  if (named.length === 0) return []
  const registered = await trackingLinks.registered(
    account,
    named.map(({ link }) => link),
  )
  return named
    .filter(({ link }) => !registered.has(link))
    .map(({ field, link }) => ({ field, message: `must be a tracking link of this account, got ${quote(link)}` }))
}

/** `id` is a client's input, which may be any text. */
export function segmentNotFound(id: string): DomainError {
  const why = isSegmentId(id)
    ? `No segment of this account has the id ${id}`
    : `A segment id must be seg_ followed by 26 digits or lowercase letters, got ${quote(id)}`
  return new DomainError('segment-not-found', why)
}
