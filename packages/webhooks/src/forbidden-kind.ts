import ipaddr from 'ipaddr.js'

/**
 * Why the address is not allowed as a webhook target, in a word or two; null for an ordinary public address. An address
 * that is not known to be public is forbidden. That includes invalid addresses, and addresses that contain another
 * address (mapped, translated, tunnelled), because it is unknown where these lead.
 */
export function forbiddenKindOf(address: string): string | null {
  if (!ipaddr.isValid(address)) return 'unreadable'
  const parsed = ipaddr.parse(address)
  const range = parsed.range()
  if (range !== 'unicast') return KINDS[range] ?? range
  if (METADATA.has(parsed.toString())) return 'metadata'
  return parsed.kind() === 'ipv6' && !parsed.match(GLOBAL_IPV6) ? 'not global' : null
}

/** The only public range allocated so far. It excludes `::/96`, which contains IPv4 addresses. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')

/** Public addresses that the host of a virtual machine serves itself. */
const METADATA: ReadonlySet<string> = new Set(['168.63.129.16'])

/** Clearer names for ranges whose names in the library are unclear. */
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
