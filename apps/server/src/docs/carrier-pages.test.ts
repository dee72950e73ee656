import { faultsOfGateway, type GatewayDescription } from '@carillon/carriers/gateway'
import { SMPP_FIELDS } from '@carillon/smpp'
import { expect, test } from '@jest/globals'
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BANDWIDTH_TOKEN_URL, BANDWIDTH_URL } from '../../../../packages/carriers/src/bandwidth/settings.js'
import { CONNECTIONS_DEFAULT } from '../../../../packages/carriers/src/settings/setting-fields.js'
import { baseUrlOf, FIND_GRACE_MS_DEFAULT } from '../../../../packages/carriers/src/sinch/settings.js'
import { BASE_URL } from '../../../../packages/carriers/src/telnyx/settings.js'
import { TWILIO_LOOKUP_URL, TWILIO_URL } from '../../../../packages/carriers/src/twilio/settings.js'
import { VONAGE_URL } from '../../../../packages/carriers/src/vonage/settings.js'
import { withDefaults } from '../../../../packages/smpp/src/settings/smpp-settings.js'
import { CARRIER_TYPES, HTTP_CARRIERS, OTHER_FIELDS } from '../carriers/file/carrier-types.js'
import { checkCarriers } from '../carriers/file/carriers-file.js'
import { parseCarriers } from '../carriers/file/carriers-text.js'
import { noteOf, readPage, readPages, ROOT, type Block } from '../testing/docs/pages.js'

const { privateKey: PRIVATE_KEY } = generateKeyPairSync('rsa', {
  modulusLength: 1_024,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const pages = readPages()
const SETTINGS = 'docs/operations/carrier-settings.md'

const blocksOf = (kind: string) =>
  pages.flatMap(({ path, blocks }) =>
    blocks
      .filter((block) => noteOf(block, 'parsed only') === kind)
      .map((block) => ({ place: `${path}:${block.line}`, block })),
  )
const files = blocksOf('a file of carriers')
const descriptions = blocksOf('a description of a gateway')

test.each(files)('the file of carriers at $place has no faults', ({ place, block }) => {
  expect(checkCarriers(parseCarriers(block.text, place, envOf(block))).carriers.length).toBeGreaterThan(0)
})

test('there are a file of each type of carrier that texts people, and a description of a gateway', () => {
  const types = files.flatMap(({ place, block }) =>
    checkCarriers(parseCarriers(block.text, place, envOf(block))).carriers.map(({ type }) => type),
  )
  expect([...new Set(types)].sort()).toEqual([...Object.keys(HTTP_CARRIERS), 'smpp', 'http'].sort())
  expect(descriptions).not.toEqual([])
})

test.each(descriptions)('the description of a gateway at $place has no faults', ({ place, block }) => {
  expect(faultsOfGateway(parseCarriers(block.text, place, envOf(block)).content)).toEqual([])
})

test('the commands of a page set every variable that its file of carriers names', () => {
  const unset = pages
    .filter(({ path }) => path.startsWith('docs/guides/connect-'))
    .flatMap(({ path, blocks }) => {
      const set = blocks.filter(({ lang }) => lang === 'sh').map(({ text }) => text)
      const named = blocks
        .filter((block) => noteOf(block, 'parsed only') === 'a file of carriers')
        .flatMap((block) => Object.keys(envOf(block)))
      return named.filter((name) => !set.join('\n').includes(`${name}=`)).map((name) => `${path}: ${name}`)
    })
  expect(unset).toEqual([])
})

test.each(CARRIER_TYPES)('the settings page has every setting of the type %s, and no other', (type) => {
  const fields = Object.keys(HTTP_CARRIERS[type]?.fields ?? OTHER_FIELDS[type]!)
  expect([...settingsOf(type).keys()].sort()).toEqual([...fields].sort())
})

test('the settings page has the types of carriers, in the order of the service', () => {
  const headings = [...readPage(SETTINGS).text.matchAll(/^## (\S+)$/gm)].map(([, heading]) => heading)
  expect(headings).toEqual(CARRIER_TYPES)
  const types = [...readPage(SETTINGS).text.matchAll(/^\| `type` .*$/gm)].map(([row]) => namesIn(row))
  expect(types).toEqual([['type', ...CARRIER_TYPES]])
})

test('the settings page has the defaults of carriers that are reached by HTTP', () => {
  const defaults: Readonly<Record<string, object>> = {
    twilio: { baseUrl: TWILIO_URL, lookupBaseUrl: TWILIO_LOOKUP_URL },
    telnyx: { baseUrl: BASE_URL },
    sinch: { baseUrl: baseUrlOf({}), findGraceMs: FIND_GRACE_MS_DEFAULT },
    bandwidth: { baseUrl: BANDWIDTH_URL, tokenUrl: BANDWIDTH_TOKEN_URL },
    vonage: { baseUrl: VONAGE_URL },
  }
  for (const type of Object.keys(HTTP_CARRIERS)) {
    const shown = settingsOf(type)
    for (const [name, value] of Object.entries({ ...defaults[type]!, connections: CONNECTIONS_DEFAULT })) {
      expect({ type, name, shown: shown.get(name) }).toEqual({ type, name, shown: `\`${String(value)}\`` })
    }
  }
})

test('the settings page has the defaults of SMPP', () => {
  const {
    sourceTon: _ton,
    sourceNpi: _npi,
    ...defaults
  } = withDefaults({
    ...{ host: '', port: 0, systemId: '', password: '' },
  })
  const shown = settingsOf('smpp')
  for (const [name, value] of Object.entries(defaults)) {
    const isRequired = 'isRequired' in SMPP_FIELDS[name as keyof typeof SMPP_FIELDS]
    const expected = isRequired ? 'required' : value === '' ? 'empty' : `\`${String(value)}\``
    expect({ name, shown: shown.get(name) }).toEqual({ name, shown: expected })
  }
})

test('the guide to gateways names every part of a description, and every description that is shipped', () => {
  const { text, links } = readPage('docs/guides/connect-an-http-gateway.md')
  const parts = [...text.matchAll(/^\| (`\w+`.*?) +\|/gm)].flatMap(([, names]) => namesIn(names!))
  const known: Readonly<Record<keyof GatewayDescription | 'answers', true>> = {
    ...{ connections: true, deduplicates: true, canBeAsked: true, carrierAnswersKeywords: true, encodings: true },
    ...{ submit: true, answers: true, ask: true, probe: true, receipts: true, inbound: true },
  }
  expect(parts.sort()).toEqual(Object.keys(known).sort())
  const shipped = readdirSync(join(ROOT, 'packages/carriers/gateways'))
  const linked = links.map(({ target }) => target.split('/gateways/')[1]).filter((name) => name !== undefined)
  expect(linked.sort()).toEqual(shipped.sort())
})

test('the guide to Kannel has only directives that the shipped description asks for', () => {
  const { blocks } = readPage('docs/guides/connect-kannel.md')
  const shipped = readFileSync(join(ROOT, 'packages/carriers/gateways/kannel.yaml'), 'utf8')
  const directives = blocks.find((block) => noteOf(block, 'part of a configuration') !== null)!.text.split('\n')
  const asked = [...shipped.matchAll(/^# {3}([\w-]+ = \S+)/gm)].map(([, directive]) => directive!)
  expect(asked.length).toBeGreaterThan(8)
  const given = directives.filter((line) => line !== '').map((line) => /^[\w-]+ = \S+/.exec(line)![0])
  const withoutValue = (line: string) => (/^(?:password|get-url)/.test(line) ? line.split(' ')[0]! : line)
  expect(given.map(withoutValue).sort()).toEqual(asked.map(withoutValue).sort())
})

test('every guide to a carrier exists', () => {
  const guides = [...Object.keys(HTTP_CARRIERS), 'smpp', 'kannel', 'an-http-gateway']
  expect(guides.filter((name) => !existsSync(join(ROOT, `docs/guides/connect-${name}.md`)))).toEqual([])
})

/** A value for each variable that the block names. */
function envOf({ text }: Block): Readonly<Record<string, string>> {
  return Object.fromEntries([...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [name!, valueOf(name!)]))
}

function valueOf(name: string): string {
  if (name.endsWith('_ACCOUNT_SID')) return 'AC1'
  if (name.endsWith('_PUBLIC_KEY')) return Buffer.alloc(32).toString('base64')
  return name.endsWith('_PRIVATE_KEY') ? PRIVATE_KEY : 'a-value'
}

/** The defaults of the settings in the section of a type, by the name of the setting. */
function settingsOf(type: string): ReadonlyMap<string, string> {
  const section = readPage(SETTINGS).text.split(`\n## ${type}\n`)[1]!.split('\n## ')[0]!
  const rows = [...section.matchAll(/^\| (`.*?`) +\| (.*?) +\|/gm)]
  return new Map(rows.flatMap(([, names, shown]) => namesIn(names!).map((name) => [name, shown!] as const)))
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([\w-]+)`/g)].map(([, name]) => name!)
}
