import type { AccountId, MessageId } from '../../values/ids.js'

/** What makes the URL of a tracking link one message's own: a code behind it, by which a click finds the message. */
export type Annotation = {
  readonly account: AccountId
  readonly link: string
  readonly code: string
  readonly message: MessageId
}

export const CODE_LENGTH = 10

/** Letters and digits, so that a phone takes the whole of it for part of the link. */
const CODE = new RegExp(`^[A-Za-z0-9]{${CODE_LENGTH}}$`)

/** Whether the text can be a code; whether it is one, only the store knows. */
export function isCode(text: string): boolean {
  return CODE.test(text)
}

/** As it stands in the text. */
export function urlOf({ link, code }: Pick<Annotation, 'link' | 'code'>): string {
  return `https://${link}/${code}`
}
