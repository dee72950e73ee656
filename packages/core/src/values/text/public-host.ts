import { partsOf } from './network.js'

/**
 * Whether the host of a URL can be a public one. An IP address, in any common notation, must be public. A name
 * must have a dot and must not end in a suffix of private networks. Names are not resolved.
 */
export function canBePublic(host: string): boolean {
  const name = asParsersRead(host)
  if (name.startsWith('[')) return isPublicIpv6(name.slice(1, -1))
  const labels = name.replace(/\.$/, '').split('.')
  const last = labels.at(-1)!
  if (labels.includes('') || !NAME.test(name)) return false
  if (NUMBER.test(last)) return isPublicIpv4(labels)
  // `xn--local-` is an invalid spelling of `local`, which some parsers accept.
  return labels.length > 1 && !PRIVATE_SUFFIXES.has(last) && !last.endsWith('-')
}

const PRIVATE_SUFFIXES: ReadonlySet<string> = new Set(['localhost', 'local', 'internal'])

const NAME = /^[\p{L}\p{M}\p{N}._-]+$/u
/** Matches the last label of an IPv4 address; no public name has such a last label. */
const NUMBER = /^(?:\p{Nd}+|0x[\da-f]*)$/u

/** URL parsers replace full-width and circled characters with plain ones, and drop invisible ones. */
function asParsersRead(host: string): string {
  return host.normalize('NFKC').replace(INVISIBLE, '').toLowerCase()
}

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Some parsers read a leading zero as octal, and others ignore it: the address must be public in both readings. */
function isPublicIpv4(labels: readonly string[]): boolean {
  return [labels, labels.map(withoutLeadingZeros)].every((reading) => {
    const address = ipv4Of(reading)
    return address !== null && !isAmong(IPV4_NOT_PUBLIC, [address >>> 16, address & 0xffff])
  })
}

function withoutLeadingZeros(label: string): string {
  return label.replace(/^0+(?=\d)/, '')
}

/** Reads like `inet_aton`: one to four numbers, and the last one fills the remaining bytes. Null if that fails. */
function ipv4Of(labels: readonly string[]): number | null {
  const numbers = labels.map(numberOf)
  const [last, ...leading] = numbers.toReversed() as [number, ...number[]]
  const isInRange = leading.every((number) => number <= 255) && last < 256 ** (4 - leading.length)
  if (labels.length > 4 || !isInRange) return null
  return leading.reduceRight((sum, number, i) => sum + number * 256 ** (4 - leading.length + i), last)
}

/** NaN when the label is not a number. */
function numberOf(label: string): number {
  if (/^0x[\da-f]*$/.test(label)) return label === '0x' ? 0 : Number(label)
  if (/^0[0-7]*$/.test(label)) return parseInt(label, 8)
  return /^[1-9]\d*$/.test(label) ? Number(label) : NaN
}

/** Also refuses an embedded IPv4 address: mapped, compatible, translated (NAT64) and tunnelled (6to4, Teredo). */
function isPublicIpv6(address: string): boolean {
  const bytes = address.includes('.') ? address.slice(address.lastIndexOf(':') + 1).split('.') : []
  if (bytes.some((byte) => Number(byte) > 255)) return false
  const parts = partsOf(address)
  return parts !== null && isAmong(IPV6_GLOBAL, parts) && !isAmong(IPV6_NOT_PUBLIC, parts)
}

/** The first 16-bit parts of an address, and the number of leading bits that all addresses of the range share. */
type Range = readonly [parts: readonly number[], bits: number]

function isAmong(ranges: readonly Range[], address: readonly number[]): boolean {
  return ranges.some(([parts, bits]) =>
    parts.every((part, i) => {
      const shift = Math.max(0, 16 * (i + 1) - bits)
      return part >> shift === address[i]! >> shift
    }),
  )
}

function ipv4Range(address: string, bits: number): Range {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
  return [[a * 256 + b, c * 256 + d].slice(0, Math.ceil(bits / 16)), bits]
}

/** Special-purpose addresses from the IANA list, and the address of the host of an Azure virtual machine. */
const IPV4_NOT_PUBLIC: readonly Range[] = [
  ipv4Range('0.0.0.0', 8),
  ipv4Range('10.0.0.0', 8),
  ipv4Range('100.64.0.0', 10),
  ipv4Range('127.0.0.0', 8),
  ipv4Range('168.63.129.16', 32),
  ipv4Range('169.254.0.0', 16),
  ipv4Range('172.16.0.0', 12),
  ipv4Range('192.0.0.0', 24),
  ipv4Range('192.0.2.0', 24),
  ipv4Range('192.31.196.0', 24),
  ipv4Range('192.52.193.0', 24),
  ipv4Range('192.88.99.0', 24),
  ipv4Range('192.168.0.0', 16),
  ipv4Range('192.175.48.0', 24),
  ipv4Range('198.18.0.0', 15),
  ipv4Range('198.51.100.0', 24),
  ipv4Range('203.0.113.0', 24),
  ipv4Range('224.0.0.0', 3),
]

/** The range from which all public addresses are assigned. */
const IPV6_GLOBAL: readonly Range[] = [[[0x2000], 3]]

const IPV6_NOT_PUBLIC: readonly Range[] = [
  // Protocol assignments, including Teredo.
  [[0x2001, 0x0000], 23],
  [[0x2001, 0x0db8], 32],
  // 6to4
  [[0x2002], 16],
  [[0x2620, 0x004f, 0x8000], 48],
  [[0x3fff, 0x0000], 20],
]
