import type { Cohort } from '../../model/windows/group-windows.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import { NO_COHORTS, withCohorts, type CohortCounts } from '../../model/windows/windows-preview.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { cohortsOf, type CohortsAsked } from './recipient-cohorts.js'

/** How many numbers one unit of work asks for. */
const ASKED_TOGETHER = 1_000

type Deps = { readonly unitOfWork: UnitOfWork }

/** Reads the cohorts of many numbers in steps, in their order, so that each unit of work is short. */
export async function* cohortsInSteps(
  { unitOfWork }: Deps,
  hours: FixedSendingHours,
  { account, phones }: CohortsAsked,
): AsyncGenerator<ReadonlyMap<PhoneNumber, Cohort>> {
  for (let from = 0; from < phones.length; from += ASKED_TOGETHER) {
    const some = { account, phones: phones.slice(from, from + ASKED_TOGETHER) }
    yield await unitOfWork.run((stores) => cohortsOf(stores, hours, some))
  }
}

/** Counts the cohorts of many numbers. */
export async function countCohorts(deps: Deps, hours: FixedSendingHours, asked: CohortsAsked): Promise<CohortCounts> {
  let counts = NO_COHORTS
  for await (const cohorts of cohortsInSteps(deps, hours, asked)) counts = withCohorts(counts, cohorts.values())
  return counts
}
