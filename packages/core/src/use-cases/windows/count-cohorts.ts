import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import { NO_COHORTS, withCohorts, type CohortCounts } from '../../model/windows/windows-preview.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { cohortsOf, type CohortsAsked } from './recipient-cohorts.js'

/** How many numbers one unit of work asks for. */
const ASKED_TOGETHER = 1_000

/** Counts the cohorts of many numbers. */
export async function countCohorts(
  { unitOfWork }: { readonly unitOfWork: UnitOfWork },
  hours: FixedSendingHours,
  { account, phones }: CohortsAsked,
): Promise<CohortCounts> {
  let counts = NO_COHORTS
  for (let from = 0; from < phones.length; from += ASKED_TOGETHER) {
    const some = { account, phones: phones.slice(from, from + ASKED_TOGETHER) }
    const cohorts = await unitOfWork.run((stores) => cohortsOf(stores, hours, some))
    counts = withCohorts(counts, cohorts.values())
  }
  return counts
}
