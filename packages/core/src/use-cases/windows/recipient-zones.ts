import { timezoneOf } from '../../model/contacts/timezone.js'
import type { Stores } from '../../stores/unit-of-work.js'
import type { AccountId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { TimeZone } from '../../values/time/time-zone.js'

export type ZonesAsked = {
  readonly account: AccountId
  readonly phones: readonly PhoneNumber[]
  /** For numbers whose own zone is not known. */
  readonly zone: TimeZone
}

/** The zone of each number: that of its contact, else of its area code, else the given one. */
export async function zonesOf(
  { contacts }: Pick<Stores, 'contacts'>,
  { account, phones, zone }: ZonesAsked,
): Promise<ReadonlyMap<PhoneNumber, TimeZone>> {
  const facts = await contacts.facts(account, phones, new Set(['tz'] as const))
  const zoneOf = (phone: PhoneNumber) => (facts.get(phone)?.tz ?? timezoneOf({ phone })) as TimeZone | null
  return new Map(phones.map((phone) => [phone, zoneOf(phone) ?? zone]))
}
