export type MessageRequest = {
  readonly applicationId: string
  readonly from: string
  readonly to: readonly string[]
  readonly text?: string
  readonly media?: readonly string[]
  readonly tag?: string
}

export type FieldFault = { readonly fieldName: string; readonly description: string }

const FIELDS = ['applicationId', 'from', 'to', 'text', 'media', 'tag', 'priority', 'expiration']
const TEXT_MAX = 2_048
const TAG_MAX = 1_024
const URL_MAX = 4_096
const GROUP_MAX = 10
const PHONE = /^\+[1-9]\d{6,14}$/
/** A phone number of the account, or a name with at least one letter. */
const SENDER = /^(?:\+[1-9]\d{6,14}|(?=.*[A-Za-z])[A-Za-z0-9 \-+_&]{1,11})$/

/** What is wrong with a request to send a message, by the documentation of Bandwidth. */
export function faultsOf(message: MessageRequest, applicationId: string): FieldFault[] {
  const { from, to, text, media = [], tag = '' } = message
  const numbers = Array.isArray(to) ? (to as readonly unknown[]).map(String) : []
  const isText = text === undefined || (typeof text === 'string' && text.length <= TEXT_MAX)
  const isMedia = Array.isArray(media) && media.every((url) => URL.canParse(url) && url.length <= URL_MAX)
  const checks: readonly (readonly [string, boolean, string])[] = [
    ['applicationId', message.applicationId === applicationId, 'must be an application of the account'],
    ['from', typeof from === 'string' && SENDER.test(from), 'must contain exactly one telephone number'],
    ['to', numbers.length >= 1 && numbers.length <= GROUP_MAX, 'must contain at least one telephone number'],
    ['to', new Set(numbers).size === numbers.length, 'must not contain a number twice'],
    ['to', numbers.every((one) => PHONE.test(one)), 'must contain valid telephone numbers'],
    ['text', isText, `must be ${TEXT_MAX} characters or less`],
    ['text', Boolean(text) || media.length > 0, 'is required unless media is included'],
    ['media', isMedia, 'must contain URLs'],
    ['tag', typeof tag === 'string' && tag.length <= TAG_MAX, `must be ${TAG_MAX} characters or less`],
  ]
  const unknown = Object.keys(message).filter((name) => !FIELDS.includes(name))
  return [
    ...checks.filter(([, holds]) => !holds).map(([name, , expected]) => faultOf(name, expected)),
    ...unknown.map((name) => faultOf(name, 'is not a known field')),
  ]
}

function faultOf(fieldName: string, expected: string): FieldFault {
  return { fieldName, description: `'${fieldName}' ${expected}` }
}
