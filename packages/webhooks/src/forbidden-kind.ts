import ipaddr from 'ipaddr.js'

/**
 * What is wrong with the address as the target of a webhook, in a word or two; null where it is a plain public one.
 * Whatever is not known to be public is not: also an address that cannot be read, and the ones that carry another
 * address inside (mapped, translated, tunnelled), since who unwraps them is not known.
 */
export function forbiddenKindOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'unreadable'
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range !== 'unicast') return KINDS[range] ?? range
  if (METADATA.has(parsed.toString())) return 'metadata'
  return parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_IPV6) ? 'not global' : null
}

/** All that is given out to the public so far. Outside it lies also `::/96`, which holds IPv4 addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Public by their number, yet answered by the host that a virtual machine runs on. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])

/** Where the name of a range says little. */
const KINDS: Readonly<Record<string, string>> = {
  carrierGradeNat: 'carrier-grade NAT',
  deprecatedSiteLocal: 'site-local',
  ipv4Mapped: 'IPv4-mapped',
  linkLocal: 'link-local',
  rfc6052: 'NAT64',
  rfc6145: 'IPv4-translated',
  teredo: 'Teredo',
  uniqueLocal: 'unique local',
}
