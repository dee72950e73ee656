import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** Whether the data of an event names the number as somebody's own, and not as one that the account sends from. */
export function tellsOf(data: unknown, phone: PhoneNumber): boolean {
  const { contact, message } = data as Told
  if (contact?.phoneNumber === phone) return true
  return (message?.direction === 'inbound' ? message.from : message?.to) === phone
}

type Told = {
  readonly contact?: { readonly phoneNumber?: string }
  readonly message?: { readonly direction?: string; readonly to?: string; readonly from?: string }
}
