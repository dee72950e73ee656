import type { PhoneText } from '../outbox/phone-text.js'

/** A text as the page receives it, without absent fields. */
export function toTextResponse(text: PhoneText) {
  const { mediaUrl, failure, reference, ...rest } = text
  return {
    ...rest,
    ...(mediaUrl === null ? {} : { mediaUrl }),
    ...(failure === null ? {} : { failure }),
    ...(reference === null ? {} : { reference }),
  }
}
