import { createSocket } from 'node:dgram'

/** The records of each name: addresses by record type, or a DNS error code instead. */
export type Zone = Readonly<Record<string, Partial<Readonly<Record<RecordType, readonly string[] | Code>>>>>
export type RecordType = 'A' | 'AAAA'
export type Code = 'SERVFAIL' | 'NXDOMAIN' | 'REFUSED' | 'silence'

export type NameServer = {
  /** The address of the server, as a resolver expects it. */
  readonly address: string
  /** The queries received, such as `A receiver.test`. */
  readonly queries: string[]
}

const servers: (() => Promise<void>)[] = []

export async function closeNameServers(): Promise<void> {
  await Promise.all(servers.splice(0).map((close) => close()))
}

/** A DNS server over UDP. A name that is not in the zone does not exist. */
export async function aNameServer(zone: Zone): Promise<NameServer> {
  const socket = createSocket('udp4')
  const queries: string[] = []
  socket.on('message', (query, { port, address }) => {
    const { name, type, question } = questionOf(query)
    queries.push(`${type} ${name}`)
    const known = zone[name] === undefined ? 'NXDOMAIN' : (zone[name][type] ?? [])
    if (known !== 'silence') socket.send(responseTo(query, question, type, known), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  servers.push(() => new Promise((resolve) => socket.close(resolve)))
  return { address: `127.0.0.1:${socket.address().port}`, queries }
}

const HEADER_BYTES = 12
const TYPES: Readonly<Record<number, RecordType>> = { 1: 'A', 28: 'AAAA' }
const CODES = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 } as const

function questionOf(query: Buffer) {
  const labels: string[] = []
  let at = HEADER_BYTES
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = TYPES[query.readUInt16BE(at + 1)]
  if (type === undefined) throw new Error('Only addresses are asked for here')
  return { name: labels.join('.'), type, question: query.subarray(HEADER_BYTES, at + 5) }
}

function responseTo(
  query: Buffer,
  question: Buffer,
  type: RecordType,
  known: readonly string[] | Exclude<Code, 'silence'>,
): Buffer {
  const addresses = typeof known === 'string' ? [] : known
  const code = typeof known === 'string' ? CODES[known] : 0
  const header = Buffer.alloc(HEADER_BYTES)
  query.copy(header, 0, 0, 2)
  // Flags: response, recursion desired and available.
  header.writeUInt16BE(0x8180 | code, 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(addresses.length, 6)
  return Buffer.concat([header, question, ...addresses.map((address) => recordOf(type, address))])
}

/** A record for the queried name, valid for a minute. */
function recordOf(type: RecordType, address: string): Buffer {
  const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Of(address)
  const record = Buffer.alloc(12)
  record.writeUInt16BE(0xc000 | HEADER_BYTES, 0)
  record.writeUInt16BE(type === 'A' ? 1 : 28, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt32BE(60, 6)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([record, data])
}

function ipv6Of(address: string): Buffer {
  const [before = '', after = ''] = address.split('::')
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const data = Buffer.alloc(16)
  groups(before).forEach((group, i) => data.writeUInt16BE(group, 2 * i))
  groups(after).forEach((group, i, all) => data.writeUInt16BE(group, 16 - 2 * (all.length - i)))
  return data
}
