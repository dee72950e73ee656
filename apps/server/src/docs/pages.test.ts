import { CONTRACT_RATE_LIMITS, type GroupId } from '@carillon/core'
import { TAKEN_OVER_WITHIN_MS } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { bannerOf } from '../start/banner.js'
import { noteOf, readPage, readPages, ROOT, type Block } from '../testing/docs/pages.js'

const pages = readPages()
/** The code blocks of these pages are not run here, because each package and example tests its own blocks. */
const others = ['.', ...foldersIn('packages'), ...foldersIn('examples')]
  .flatMap((folder) =>
    ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'].map((name) => join(folder, name)),
  )
  .filter((path) => path !== 'README.md' && existsSync(join(ROOT, path)))
  .map(readPage)

test('every link leads to an existing file, and to an existing heading in it', () => {
  const known = new Map(pages.map((page) => [page.path, page]))
  const broken = [...pages, ...others].flatMap(({ path, links }) =>
    links
      .filter(({ target }) => !/^(https?:|mailto:)/.test(target))
      .filter(({ target }) => {
        const [file = '', anchor] = target.split('#')
        const to = file === '' ? path : normalize(join(dirname(path), file))
        if (!existsSync(join(ROOT, to))) return true
        return anchor !== undefined && !(known.get(to) ?? readPage(to)).anchors.has(anchor)
      })
      .map(({ target, line }) => `${path}:${line}: ${target}`),
  )
  expect(broken).toEqual([])
})

test('the index links to every page, and only reference pages are longer than 125 lines', () => {
  const index = readPage('docs/README.md')
  const linked = index.links.map(({ target }) => normalize(join('docs', target.split('#')[0]!)))
  const ours = pages.filter(({ path }) => path.startsWith('docs/') && !path.startsWith('docs/adr/'))
  const names = ours.map(({ path }) => path).filter((path) => path !== 'docs/README.md')
  expect(names.filter((path) => !linked.includes(path))).toEqual([])
  const long = ours.filter(({ path, text }) => !REFERENCES.includes(path) && text.split('\n').length > 125)
  expect(long.map(({ path }) => path)).toEqual([])
})

/** The folders in the given folder; empty if it does not exist. */
function foldersIn(path: string): readonly string[] {
  if (!existsSync(join(ROOT, path))) return []
  const entries = readdirSync(join(ROOT, path), { withFileTypes: true })
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => `${path}/${name}`)
}

/** Reference pages, which may be longer than other pages. */
const REFERENCES = [
  ...['docs/benchmarks.md', 'docs/glossary.md', 'docs/errors.md'],
  'docs/operations/carrier-settings.md',
]

test('a block that no test runs has one of the accepted reasons', () => {
  const unrun = pages
    .filter(({ path }) => !path.startsWith('docs/adr/'))
    .flatMap(({ path, blocks }) => blocks.map((block) => ({ path, block })))
    .filter(({ block }) => isUnrun(block))
  const unreasonable = unrun.filter(({ block }) => !REASONS.includes(noteOf(block, 'not run') ?? ''))
  expect(unreasonable.map(({ path, block }) => `${path}:${block.line}: ${block.note}`)).toEqual([])
  expect(unrun.length).toBeLessThanOrEqual(35)
})

const REASONS = [
  'it starts the service itself',
  'it needs a database of its own',
  'it needs another machine',
  'it needs a container engine',
  'it needs an account at a carrier',
  'it changes the repository, or publishes it',
  'a test for jest, type-checked only',
  'it needs a checkout of another version',
]

function isUnrun(block: Block): boolean {
  return noteOf(block, 'not run') !== null || !LANGUAGES.includes(block.lang)
}

/** The blocks in these languages are tested in this file or in another file of this folder. */
const LANGUAGES = ['sh', 'js', 'ts', 'json', 'yaml', 'csv', 'text', 'nginx', 'caddy']

test('an address with a query is quoted, because a shell interprets the question mark', () => {
  const lines = [...pages, ...others].flatMap(({ path, blocks }) =>
    blocks
      .filter(({ lang }) => lang === 'sh')
      .flatMap(({ text }) => text.split('\n').map((line) => `${path}: ${line}`)),
  )
  expect(lines.filter((line) => ADDRESS_WITH_QUERY.test(line.replace(/'[^']*'|"[^"]*"/g, '')))).toEqual([])
})

const ADDRESS_WITH_QUERY = /(https?:|\$[A-Z]+)\S*[?&]/

test('the README shows only lines that the server prints at its start', () => {
  const banner = bannerOf({
    url: 'http://127.0.0.1:8080',
    dataDir: './.carillon',
    adminToken: 'in .carillon/admin-token',
    provider: null,
    isSimulatorOpen: true,
    setupToken: 'TOKEN',
    demo: { id: 'key_tryout', secret: 'SECRET', group: 'grp_01kjm3y0q0d5w2h7n4c6e8rtvx' as GroupId },
  })
  const shown = readPage('README.md').blocks.find((block) => noteOf(block, 'banner') !== null)!
  expect(
    shown.text
      .trimEnd()
      .split('\n')
      .filter((line) => !banner.split('\n').includes(line)),
  ).toEqual([])
})

test('the guide to accounts lists every default rate limit', () => {
  const rows = readPage('docs/guides/set-up-an-account.md').text.matchAll(/^\| `(\w+)` +\| +(\d+) \|/gm)
  expect(Object.fromEntries([...rows].map(([, bucket, limit]) => [bucket, Number(limit)]))).toEqual(
    CONTRACT_RATE_LIMITS,
  )
})

test('the guide to webhooks states how many seconds may pass before a take-over', () => {
  expect(readPage('docs/guides/webhooks.md').text).toContain(
    `no more than ${TAKEN_OVER_WITHIN_MS / 1_000} seconds pass`,
  )
})

test('the README has the commands that start and test Carillon, ready to paste', () => {
  const { text } = readPage('README.md')
  expect(text).toContain('\nnpm ci && npm start\n')
  expect(text).toContain('\nnpm ci && npm test\n')
})
