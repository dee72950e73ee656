import type { AccountId, MessageId } from '../../values/ids.js'

/** A registered short link: `link` is its bare domain/path, unique in the service. */
export type TrackingLink = {
  readonly link: string
  readonly account: AccountId
  readonly target: string
  readonly createdAt: Date
}

/**
 * No scheme, no leading or trailing slash, no query, no anchor, no white space, and no path segment that is `.` or
 * `..`: a browser would request a different path for a link with such a segment.
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

/** The link of one message: a tracking link with a code appended, which identifies the message of a click. */
export type MessageLink = {
  readonly account: AccountId
  readonly link: string
  readonly code: string
  readonly message: MessageId
}

export const CODE_LENGTH = 10

/** Letters and digits only, so that phones recognize the whole code as part of the link. */
const CODE = new RegExp(`^[A-Za-z0-9]{${CODE_LENGTH}}$`)

/** Whether the text has the form of a code; only the store knows whether it is one. */
export function isCode(text: string): boolean {
  return CODE.test(text)
}

/** The URL as it appears in the text. */
export function urlOf({ link, code }: Pick<MessageLink, 'link' | 'code'>): string {
  return `https://${link}/${code}`
}

export interface TrackingLinkStore {
  /** Sorted by link. */
  of(account: AccountId): Promise<readonly TrackingLink[]>
  /** The links among these that the account has. */
  registered(account: AccountId, links: readonly string[]): Promise<ReadonlySet<string>>
  /** The links among these that exist in any account: for a visitor, who has a URL but no account. */
  findAll(links: readonly string[]): Promise<ReadonlyMap<string, TrackingLink>>
  /** Adds or changes the account's link. Returns false and changes nothing when another account has it. */
  put(link: TrackingLink): Promise<boolean>
  remove(account: AccountId, link: string): Promise<void>
}
