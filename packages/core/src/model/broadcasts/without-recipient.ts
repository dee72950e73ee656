import { ERASED } from '../../values/phone/erased.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Recipients } from './recipients.js'

/** As many recipients as before, so that every other keeps its position. */
export function withoutRecipient({ phones, keys, bodies, mediaUrls }: Recipients, phone: PhoneNumber): Recipients {
  const index = phones.indexOf(phone)
  return {
    phones: phones.with(index, ERASED as PhoneNumber),
    keys: keys && keys.with(index, null),
    bodies: bodies && bodies.with(index, ''),
    mediaUrls: mediaUrls && mediaUrls.with(index, null),
  }
}
