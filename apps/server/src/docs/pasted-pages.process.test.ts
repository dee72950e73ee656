import { afterEach, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse } from 'yaml'
import { documentedService } from '../testing/docs/documented-service.js'
import { noteOf, readPage, readPages, type Block } from '../testing/docs/pages.js'
import { openPaster, type Paster } from '../testing/docs/paste.js'
import { faultsOf, snippetsOf } from '../testing/docs/snippets.js'
import { ADMIN_TOKEN } from '../testing/service/a-server.js'
import { aShell } from '../testing/shell.js'

const pages = readPages().filter(({ path }) => !path.startsWith('docs/adr/'))
const pasted = pages.filter(({ blocks }) =>
  blocks.some((block) => isPasted(block) && noteOf(block, 'not run') === null),
)

const home = process.cwd()
const open: (() => Promise<void>)[] = []

afterEach(async () => {
  process.chdir(home)
  for (const close of open.splice(0).toReversed()) await close()
})

test.each(pasted.map(({ path, blocks }) => ({ path, blocks })))(
  'the commands of $path can be pasted, and print what the page shows',
  async ({ path, blocks }) => {
    const terminal = await openTerminal()
    let printed = ''
    for (const block of blocks.filter((one) => isPasted(one) && noteOf(one, 'not run') === null)) {
      try {
        printed = await follow(block, terminal, printed)
      } catch (error) {
        throw new Error(`${path}:${block.line}: ${(error as Error).message}`, { cause: error })
      }
    }
  },
)

test('the TypeScript and JavaScript blocks of the pages compile, run and print what they show', async () => {
  const service = await documentedService()
  open.push(service.stop)
  expect(await faultsOf(pages.flatMap(snippetsOf), service)).toEqual([])
})

function isPasted({ lang }: Block): boolean {
  return ['sh', 'json', 'yaml', 'csv', 'text'].includes(lang)
}

type Terminal = Paster & { readonly folder: string; apply(declaration: string): Promise<void> }

/** Follows a block as a reader would, and returns the last output. */
async function follow(block: Block, terminal: Terminal, printed: string): Promise<string> {
  const { lang, text } = block
  const file = noteOf(block, 'file')
  if (file !== null) await writeFile(join(terminal.folder, file), text)
  if (noteOf(block, 'answer') !== null) expectSameShape(JSON.parse(text), JSON.parse(lastLineOf(printed)))
  if (noteOf(block, 'answer, exactly') !== null) expect(JSON.parse(lastLineOf(printed))).toEqual(JSON.parse(text))
  if (noteOf(block, 'prints') !== null) expect(withoutFigures(printed)).toContain(withoutFigures(text))
  if (lang === 'json') JSON.parse(text)
  if (lang === 'yaml' && noteOf(block, 'parsed only') === null) await terminal.apply(text)
  if (lang === 'yaml') parse(text)
  if (lang !== 'sh') return printed
  const output = await terminal.paste(text)
  const refused = [...output.matchAll(/"code":(\d{5}),"message"/g)].map(([, code]) => code)
  expect({ output, refused: refused.join(', ') }).toEqual({ output, refused: noteOf(block, 'refused') ?? '' })
  return output
}

/** A terminal with the account that the pages describe. Its group News has all contacts of `people.csv`. */
async function openTerminal(): Promise<Terminal> {
  const service = await documentedService()
  open.push(service.stop)
  const folder = await mkdtemp(join(tmpdir(), 'carillon-docs-'))
  open.push(() => rm(folder, { recursive: true }))
  const carillon = aShell({ CARILLON_URL: service.url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN })
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await carillon(args)
    if (code !== 0) throw new Error(stderr)
    return stdout
  }
  const apply = async (declaration: string) => {
    const whole = /^account:/m.test(declaration)
      ? declaration
      : `account:\n  name: Acme\n${declaration.replace(/^(?=.)/gm, '  ')}`
    await writeFile(join(folder, 'applied.yaml'), whole)
    return JSON.parse(await run('apply', join(folder, 'applied.yaml'), '--json')) as Applied
  }
  const { apiKeys, groups } = await apply(acme())
  await writeFile(join(folder, 'people.csv'), PEOPLE)
  await run('contacts', 'import', join(folder, 'people.csv'), '--account', 'Acme', '--group', 'News')
  const { id: group } = groups.find(({ name }) => name === 'News')!
  const paster = await openPaster({ service, folder, secret: apiKeys[0]!.secret, group })
  open.push(paster.close)
  process.chdir(folder)
  return { ...paster, folder, apply: async (declaration) => void (await apply(declaration)) }
}

type Applied = {
  readonly apiKeys: readonly { readonly id: string; readonly secret: string }[]
  readonly groups: readonly { readonly id: string; readonly name: string }[]
}

function acme(): string {
  const { blocks } = readPage('docs/guides/set-up-an-account.md')
  return blocks.find((block) => noteOf(block, 'file') === 'acme.yaml')!.text
}

const PEOPLE = [
  'phoneNumber,firstName,lastName,postalCode,country,Plan',
  '+12025550123,Ann,Archer,10001,US,Pro',
  '+12025550124,Bob,Baker,60601,US,Free',
  ...Array.from({ length: 100 }, (_, i) => `+13035550${String(i).padStart(3, '0')},Cat,,,,`),
  '',
].join('\n')

function lastLineOf(printed: string): string {
  return printed.trimEnd().split('\n').at(-1)!
}

/** Compares responses: the one on a page has the same fields as the actual one, but other ids and instants. */
function expectSameShape(shown: unknown, received: unknown) {
  expect(shapeOf(shown)).toEqual(shapeOf(received))
}

function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOf(value[0])]
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}

/** Replaces ids, secrets and durations, which differ in every run, and normalizes whitespace. */
function withoutFigures(text: string): string {
  return text
    .replace(/\b[a-z]{3,4}_[0-9a-z]{26}\b/g, 'id')
    .replace(/\bwhsec_\S+/g, 'whsec')
    .replace(/\d+ ms\b/g, '0 ms')
    .replace(/\s+/g, ' ')
    .trim()
}
