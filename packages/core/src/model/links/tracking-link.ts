import type { AccountId, MessageId } from '../../values/ids.js'

/** A registered short link: `link` is its bare domain/path, unique in the service. */
export type TrackingLink = {
  readonly link: string
  readonly account: AccountId
  readonly target: string
  readonly createdAt: Date
}

/**
 * No scheme, no leading or trailing slash, no query, no anchor, no white space. Nor `.` or `..` as a part of the path:
 * whoever follows such a link asks for another path.
 */
export function isTrackingLink(text: string): boolean {
  if (text.length > LINK_LENGTH_MAX) return false
  const [domain = '', ...path] = text.split('/')
  return domain.length <= DOMAIN_LENGTH_MAX && DOMAIN.test(domain) && path.length > 0 && path.every(isSegment)
}

const LINK_LENGTH_MAX = 512
const DOMAIN_LENGTH_MAX = 253
const DOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/

function isSegment(text: string): boolean {
  return SEGMENT.test(text) && text !== '.' && text !== '..'
}

const SEGMENT = /^[A-Za-z0-9._~-]+$/

/** What makes the URL of a tracking link one message's own: a code behind it, by which a click finds the message. */
export type MessageLink = {
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
export function urlOf({ link, code }: Pick<MessageLink, 'link' | 'code'>): string {
  return `https://${link}/${code}`
}

export interface TrackingLinkStore {
  /** By link. */
  of(account: AccountId): Promise<readonly TrackingLink[]>
  /** Which of these the account has. */
  registered(account: AccountId, links: readonly string[]): Promise<ReadonlySet<string>>
  /** Those of these that there are, whoever has them: for whoever comes with a URL and no account. */
  findAll(links: readonly string[]): Promise<ReadonlyMap<string, TrackingLink>>
  /** Adds or changes the account's link. False, and nothing is changed, when another account has it. */
  put(link: TrackingLink): Promise<boolean>
  remove(account: AccountId, link: string): Promise<void>
}
