/**
 * The network of an IP address, for limits that a client cannot evade by using another of its addresses. For IPv6 it is
 * the first 64 bits, which usually belong to one household; for IPv4 it is the whole address. Any other text is
 * returned trimmed and in lower case. A proxy may pass on a text of any length, of which only the beginning counts.
 */
export function networkOf(address: string): string {
  const bare = address
    .slice(0, ADDRESS_LENGTH_MAX)
    .trim()
    .toLowerCase()
    .replace(/^\[(.*)\](?::\d+)?$/, '$1')
    .replace(/^(\d+\.\d+\.\d+\.\d+):\d+$/, '$1')
    .replace(/%.*$/, '')
  const parts = partsOf(bare)
  if (parts === null) return bare
  const isMapped = IPV4_MAPPED.every((part, i) => parts[i] === part)
  return isMapped
    ? dotted(parts[6]!, parts[7]!)
    : `${parts
        .slice(0, 4)
        .map((part) => part.toString(16))
        .join(':')}::/64`
}

const ADDRESS_LENGTH_MAX = 64

/** The prefix of an IPv4 address in IPv6 notation: `::ffff:192.0.2.1`. */
const IPV4_MAPPED = [0, 0, 0, 0, 0, 0xffff]

/** The eight numbers of an IPv6 address; null for anything else. */
export function partsOf(address: string): readonly number[] | null {
  const [head, tail, ...more] = address.replace(DOTTED_END, inHex).split('::')
  if (head === undefined || more.length > 0 || !address.includes(':')) return null
  const [before, after] = [groupsOf(head), groupsOf(tail ?? '')]
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...before, ...Array.from({ length: missing }, () => '0'), ...after]
  return groups.every((group) => GROUP.test(group)) ? groups.map((group) => parseInt(group, 16)) : null
}

const GROUP = /^[0-9a-f]{1,4}$/

function groupsOf(text: string): readonly string[] {
  return text === '' ? [] : text.split(':')
}

const DOTTED_END = /(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/

function inHex(_: string, ...bytes: readonly string[]): string {
  const [a, b, c, d] = bytes.map(Number) as [number, number, number, number]
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`
}

function dotted(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

/** The IPv4 /24 or IPv6 /48 of a network that `networkOf` returned; any other text is returned unchanged. */
export function widerNetworkOf(network: string): string {
  const [, ipv4] = IPV4.exec(network) ?? []
  if (ipv4 !== undefined) return `${ipv4}.0/24`
  const [, ipv6] = IPV6_64.exec(network) ?? []
  return ipv6 === undefined ? network : `${ipv6}::/48`
}

const IPV4 = /^(\d+\.\d+\.\d+)\.\d+$/
const IPV6_64 = /^([\da-f]+:[\da-f]+:[\da-f]+):[\da-f]+::\/64$/
