import { cohortOpeningsAt } from '../../model/windows/group-windows.js'
import type { Opening } from '../../model/windows/opening.js'
import type { FixedSendingHours } from '../../model/windows/sending-windows.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { cohortsOf, type CohortsAsked, type CohortStores } from './recipient-cohorts.js'

export type OpeningStores = CohortStores

export type OpeningsAsked = CohortsAsked & { readonly now: Date }

/** When each number may be texted. */
export async function openingsOf(
  stores: OpeningStores,
  hours: FixedSendingHours,
  { now, ...asked }: OpeningsAsked,
): Promise<ReadonlyMap<PhoneNumber, Opening>> {
  const cohorts = await cohortsOf(stores, hours, asked)
  const openingIn = cohortOpeningsAt(hours, now)
  return new Map([...cohorts].map(([phone, cohort]) => [phone, openingIn(cohort)]))
}
