import type { AccountId } from '../../values/ids.js'

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
