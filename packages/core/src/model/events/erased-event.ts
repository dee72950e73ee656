import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { MembershipChange } from './event.js'

/*
 * An erased contact leaves its groups, and receivers identify it by its number. The number is stored not with the kept
 * event but with each delivery, until that delivery ends. So the log and all replays omit the number.
 */

/** The number to omit from the kept event; null if the event is kept unchanged. */
export function erasedPhoneOf({ type, data }: { readonly type: string; readonly data: unknown }): PhoneNumber | null {
  if (type !== 'contacts.group.opted_out') return null
  const { contact, reason } = data as MembershipChange
  return reason === 'ERASED' ? contact.phoneNumber : null
}

export function withoutErasedPhone(data: unknown) {
  const { contact, group, reason } = data as MembershipChange
  return { contact: { id: contact.id }, group, reason }
}

/** Adds the number back to the data of a kept event, for a delivery that still has it. Takes and returns JSON. */
export function withErasedPhone(kept: string, phoneNumber: PhoneNumber): string {
  const { contact, ...rest } = JSON.parse(kept) as MembershipChange
  return JSON.stringify({ contact: { ...contact, phoneNumber }, ...rest })
}
