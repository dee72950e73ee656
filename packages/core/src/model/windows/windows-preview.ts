import { isoOf } from '../../values/time/instant.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { cohortOpeningsAt, type Cohort } from './group-windows.js'
import type { Opening } from './opening.js'
import type { FixedSendingHours } from './sending-windows.js'

/** What sending windows would do with the accepted recipients. */
export type WindowsPreview = {
  /** How many are sent to at once. */
  readonly atOnce: number
  /** Those whose window is closed, by zone and opening; first those whose window opens first. */
  readonly held: readonly { readonly zone: TimeZone; readonly until: string; readonly recipients: number }[]
  /** How many would wait longer than `holdAtMost`, so that their messages fail. */
  readonly tooLate: number
  /** For how many the window opens within `holdAtMost`, but when the broadcast has expired, so that their messages fail. */
  readonly expired: number
}

/** How many recipients are in each cohort. */
export type CohortCounts = ReadonlyMap<string, Cohort & { readonly recipients: number }>

export const NO_COHORTS: CohortCounts = new Map()

export type PreviewedCohorts = {
  readonly counts: CohortCounts
  /** When the recipients of a zone are sent to. */
  readonly sentAt: (zone: TimeZone) => Date
  /** When the messages that still wait fail. By default, it is later than any wait for a window. */
  readonly expiresAt?: Date | undefined
}

/** `expired`: when the window opens, the broadcast has expired. */
export type PreviewedOpening = Opening | { readonly kind: 'expired' }

/** At the instant of its expiry, a broadcast has expired, even if a window opens then. */
export function withExpiry(opening: Opening, expiresAt: Date | undefined): PreviewedOpening {
  if (opening.kind !== 'held' || expiresAt === undefined || expiresAt > opening.until) return opening
  return { kind: 'expired' }
}

export function windowsPreviewOf(
  hours: FixedSendingHours,
  { counts, sentAt, expiresAt }: PreviewedCohorts,
): WindowsPreview {
  const sums = { open: 0, never: 0, expired: 0 }
  const held = new Map<string, WindowsPreview['held'][number]>()
  for (const { recipients, ...cohort } of counts.values()) {
    const { zone } = cohort
    const opening = withExpiry(cohortOpeningsAt(hours, sentAt(zone))(cohort), expiresAt)
    if (opening.kind === 'held') {
      const until = isoOf(opening.until)
      const before = held.get(`${zone} ${until}`)?.recipients ?? 0
      held.set(`${zone} ${until}`, { zone, until, recipients: before + recipients })
    } else sums[opening.kind] += recipients
  }
  const { open: atOnce, never: tooLate, expired } = sums
  return { atOnce, held: [...held.values()].sort(byOpening), tooLate, expired }
}

function byOpening(one: WindowsPreview['held'][number], other: WindowsPreview['held'][number]): number {
  return one.until < other.until ? -1 : one.until > other.until ? 1 : one.zone < other.zone ? -1 : 1
}

/** Adds the cohorts of more recipients. */
export function withCohorts(counts: CohortCounts, cohorts: Iterable<Cohort>): CohortCounts {
  const sums = new Map(counts)
  for (const cohort of cohorts) {
    const key = keyOf(cohort)
    sums.set(key, { ...cohort, recipients: (sums.get(key)?.recipients ?? 0) + 1 })
  }
  return sums
}

/** Takes away recipients who were counted. */
export function withoutCohorts(counts: CohortCounts, others: CohortCounts): CohortCounts {
  const left = [...counts].map(([key, { recipients, ...cohort }]) => {
    return [key, { ...cohort, recipients: Math.max(0, recipients - (others.get(key)?.recipients ?? 0)) }] as const
  })
  return new Map(left.filter(([, { recipients }]) => recipients > 0))
}

/** The cohorts of recipients whose groups do not matter. */
export function cohortsInZones(zones: ReadonlyMap<TimeZone, number>): CohortCounts {
  return new Map(
    [...zones].map(([zone, recipients]) => {
      const cohort = { zone, groups: [] }
      return [keyOf(cohort), { ...cohort, recipients }]
    }),
  )
}

function keyOf({ zone, groups }: Cohort): string {
  return [zone, ...groups].join(' ')
}
