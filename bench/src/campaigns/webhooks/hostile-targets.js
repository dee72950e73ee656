/** An address in the public range, but unassigned. */
const PUBLIC = '2000::1'

/** Addresses in the same range. For targets with `isDeclaredOwn`, the sender treats them as addresses of this machine. */
export const PUBLIC_OWN = ['2000::2', '2000::3:4']
const PUBLIC_OWN_SPELLED = [
  '[2000::2]',
  '[2000:0:0:0:0:0:0:2]',
  '[2000::0.0.0.2]',
  '[2000:0::0003:0004]',
  '[2000::0.3.0.4]',
]

/** Nothing listens at these addresses here, but the guard must still refuse them. */
const ELSEWHERE = [
  '0.0.0.1',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.254',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[::127.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:0:7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[64:ff9b:1::a00:1]',
  '[100::1]',
  '[2001:0:7f00:1::]',
  '[2001:db8::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::]',
  '[3fff::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
]

/** URLs with a scheme other than HTTP and HTTPS, and texts that are not URLs. */
const STRANGE = [
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'gopher://127.0.0.1/_x',
  'data:text/plain,x',
  'unix:/var/run/docker.sock',
  'http://[fe80::1%25lo]/',
  'http://[::1/',
  '//127.0.0.1/',
]

/**
 * URLs that a webhook must not be sent to. `addresses` are the results of resolving the URL's name, one for each
 * look-up, in a cycle; `arrives` marks the URLs that reach a listener on some address of this machine.
 */
export function hostileTargets({ random, ports, own, spellings }) {
  const pick = (list) => list[Math.floor(random() * list.length)]
  const local = ['127.0.0.1', ...own.filter((address) => !address.includes(':'))]
  const at = (host, arrives = true) => ({ url: `http://${host}:${pick(ports)}/${pick(['', 'hook', '?a=b'])}`, arrives })
  const plain = ports.flatMap((port) =>
    [...new Set(['127.0.0.1', '::1', ...own])].map((address) => ({
      url: `http://${address.includes(':') ? `[${address}]` : address}:${port}/`,
      arrives: true,
    })),
  )
  const overTls = ports.map((port) => ({ url: `https://127.0.0.1:${port}/`, arrives: false }))
  const spelled = Array.from({ length: spellings }, () => at(pick(SPELLINGS)(pick(local), random)))
  const elsewhere = ELSEWHERE.flatMap((host) => [{ url: `http://${host}/` }, { url: `https://${host}:8443/latest` }])
  const loose = ['0.0.0.0', '[::]', '127.255.255.254', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:127.0.0.1]']
  return [
    ...plain,
    ...overTls,
    ...spelled,
    ...elsewhere,
    ...PUBLIC_OWN_SPELLED.flatMap((host) => [
      { url: `http://${host}/`, isDeclaredOwn: true },
      { url: `https://${host}/`, isDeclaredOwn: true },
    ]),
    ...loose.map((host) => at(host, false)),
    ...STRANGE.map((url) => ({ url })),
    ...names({ ports, local }),
  ]
}

/** One resolver for the names of all targets; each look-up of a name returns the next addresses of its target. */
export function resolverOf(targets) {
  const rotations = new Map(
    targets
      .filter(({ addresses }) => addresses)
      .map(({ url, addresses }) => [new URL(url).hostname, { addresses, at: 0 }]),
  )
  return async (hostname) => {
    const rotation = rotations.get(hostname)
    if (rotation === undefined) throw new Error(`${hostname} has no address`)
    return rotation.addresses[rotation.at++ % rotation.addresses.length]
  }
}

/** The spellings of an IPv4 address that a URL accepts. */
const SPELLINGS = [
  (address) => address,
  (address) => `${address}.`,
  (address) => String(numberOf(address)),
  (address) => `0x${numberOf(address).toString(16)}`,
  (address) => `0X${numberOf(address).toString(16).toUpperCase()}`,
  (address) => `0${numberOf(address).toString(8)}`,
  (address) => mapParts(address, (part) => `0x${part.toString(16)}`),
  (address) => mapParts(address, (part) => `0${part.toString(8).padStart(3, '0')}`),
  (address) => mapParts(address, (part) => `0x${part.toString(16).padStart(8, '0')}`),
  (address, random) => mapParts(address, (part) => mixed(part, random)),
  (address, random) => shortened(address, random),
  (address) => encodeEach(address),
  (address) => fullWidth(address),
  (address) => address.replaceAll('.', '。'),
  (address) => `user:secret@${address}`,
  (address) => `example.com%40x:y@${address}`,
  (address) => `\t${address.slice(0, 2)}\n${address.slice(2)}`,
]

const partsOf = (address) => address.split('.').map(Number)
const numberOf = (address) => partsOf(address).reduce((sum, part) => sum * 256 + part, 0)
const mapParts = (address, write) => partsOf(address).map(write).join('.')

function mixed(part, random) {
  return [String(part), `0x${part.toString(16)}`, `0${part.toString(8)}`][Math.floor(random() * 3)]
}

/** The address with its last parts merged into one number. */
function shortened(address, random) {
  const parts = partsOf(address)
  const kept = 1 + Math.floor(random() * 2)
  const rest = parts.slice(kept).reduce((sum, part) => sum * 256 + part, 0)
  return [...parts.slice(0, kept), rest].join('.')
}

const encodeEach = (text) => [...text].map((char) => `%${char.charCodeAt(0).toString(16)}`).join('')

const fullWidth = (text) =>
  [...text].map((char) => (char === '.' ? '．' : String.fromCharCode(char.charCodeAt(0) + 0xfee0))).join('')

/** Names that resolve to forbidden addresses: always, at times, or together with allowed addresses. */
function names({ ports, local }) {
  const always = (...addresses) => ({ addresses: [addresses], posts: 4 })
  const turning = (...addresses) => ({ addresses, posts: 32, isPublicAtTimes: true })
  const kinds = {
    'plain.test': { ...always('127.0.0.1'), arrives: true },
    'ipv6.test': { ...always('::1'), arrives: true },
    'own.test': { ...always(local.at(-1)), arrives: true },
    'own-public.test': { ...always(PUBLIC_OWN[0]), isDeclaredOwn: true },
    'own-public-and-other.test': { ...always(PUBLIC, '2000:0::3:4'), isDeclaredOwn: true },
    'both.test': always(PUBLIC, '127.0.0.1'),
    'both-turned.test': always('127.0.0.1', PUBLIC),
    'hidden.test': always(...Array(20).fill(PUBLIC), '::1', ...Array(20).fill(PUBLIC)),
    'mapped.test': always('::ffff:127.0.0.1'),
    'translated.test': always('64:ff9b::7f00:1'),
    'zone.test': always('fe80::1%lo'),
    'metadata.test': always('169.254.169.254'),
    'unreadable.test': always('127.1'),
    'rebinds.test': turning([PUBLIC], ['127.0.0.1']),
    'rebinds-ipv6.test': turning([PUBLIC], ['::1']),
    'rebinds-late.test': turning([PUBLIC], [PUBLIC], [PUBLIC], ['127.0.0.1']),
    'rebinds-to-both.test': turning([PUBLIC], [PUBLIC, '127.0.0.1']),
    'rebinds-back.test': turning(['127.0.0.1'], [PUBLIC], ['::ffff:7f00:1']),
  }
  return Object.entries(kinds).flatMap(([name, kind]) =>
    ports.map((port, i) => ({ ...kind, url: `http://p${i}.${name}:${port}/` })),
  )
}
