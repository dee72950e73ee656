import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { MembershipChange } from './event.js'

/*
 * An erased contact leaves its groups, and receivers know it by its number. The kept event has no number: each delivery
 * carries it until that delivery ends. So the log and every replay show the event without it.
 */

/** The number that is not kept with the event; null where the event is kept as it is. */
export function erasedPhoneOf({ type, data }: { readonly type: string; readonly data: unknown }): PhoneNumber | null {
  if (type !== 'contacts.group.opted_out') return null
  const { contact, reason } = data as MembershipChange
  return reason === 'ERASED' ? contact.phoneNumber : null
}

export function withoutErasedPhone(data: unknown) {
  const { contact, group, reason } = data as MembershipChange
  return { contact: { id: contact.id }, group, reason }
}

/** The data of a kept event, as a delivery that still has the number posts it. Both are JSON text. */
export function withErasedPhone(kept: string, phoneNumber: PhoneNumber): string {
  const { contact, ...rest } = JSON.parse(kept) as MembershipChange
  return JSON.stringify({ contact: { ...contact, phoneNumber }, ...rest })
}
