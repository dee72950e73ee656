import { cohortOpeningsAt, type Cohort } from '../../model/windows/group-windows.js'
import type { Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import {
  windowsPreviewOf,
  withExpiry,
  withoutCohorts,
  type PreviewedCohorts,
  type WindowsPreview,
} from '../../model/windows/windows-preview.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { TimeZone } from '../../values/time/time-zone.js'
import { cohortsInSteps, countCohorts } from './count-cohorts.js'

/** The recipients whose windows are previewed, with their cohorts. */
export type WindowsAsked = PreviewedCohorts & { readonly account: AccountId; readonly hours: FixedSendingHours }

type Deps = { readonly unitOfWork: UnitOfWork }

/**
 * Leaves out the numbers that would wait too long for their windows, or until the broadcast has expired. Such recipients
 * fail for this reason, whatever else would stop them.
 */
export async function withoutLate(
  deps: Deps,
  asked: WindowsAsked | null,
  phones: readonly PhoneNumber[],
): Promise<readonly PhoneNumber[]> {
  if (asked === null) return phones
  const { tooLate, expired } = windowsPreviewOf(asked.hours, asked)
  if (tooLate + expired === 0) return phones
  const { account, hours, sentAt, expiresAt } = asked
  const openings = new Map<TimeZone, (cohort: Cohort) => Opening>()
  const isLate = (cohort: Cohort) => {
    const { zone } = cohort
    const openingOf = openings.get(zone) ?? cohortOpeningsAt(hours, sentAt(zone))
    openings.set(zone, openingOf)
    const { kind } = withExpiry(openingOf(cohort), expiresAt)
    return kind === 'never' || kind === 'expired'
  }
  const open: PhoneNumber[] = []
  for await (const cohorts of cohortsInSteps(deps, hours, { account, phones })) {
    for (const [phone, cohort] of cohorts) if (!isLate(cohort)) open.push(phone)
  }
  return open
}

/** What the windows would do with all but those whom something else stops. */
export async function previewWindows(
  deps: Deps,
  { account, hours, counts, sentAt, expiresAt }: WindowsAsked,
  stopped: readonly PhoneNumber[],
): Promise<WindowsPreview> {
  const others = await countCohorts(deps, hours, { account, phones: stopped })
  return windowsPreviewOf(hours, { counts: withoutCohorts(counts, others), sentAt, expiresAt })
}
