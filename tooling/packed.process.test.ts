import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { build } from 'esbuild'
import { BUNDLED, IMPORTING, REQUIRING, TYPED, TYPED_REQUIRE } from './packed-programs.js'
import { contentFaults, packPackages } from './packed.js'

// The project of a user: an empty folder outside this repository, into which npm installs the packages.

const ROOT = join(import.meta.dirname, '..')
const run = promisify(execFile)
const project = mkdtempSync(join(tmpdir(), 'carillon-somebody-'))
/** npm installs a hundred packages, which may take a long time on a machine that is busy with other tests. */
const INSTALLED_WITHIN_MS = 240_000
let names: string[] = []
/** All but the client, because the program in its README needs a running service. */
const README_PROGRAMS = ['dashboard', ...readdirSync(join(ROOT, 'packages'))]
  .filter((folder) => folder !== 'client')
  .map((folder) => `${folder}.readme.mjs`)

afterAll(() => rmSync(project, { recursive: true }))

beforeAll(async () => {
  const tarballs = join(project, 'tarballs')
  mkdirSync(tarballs)
  const packed = await packPackages(tarballs)
  names = packed.map(({ name }) => name)
  const own = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]))
  const others = { express: '5', inversify: '8', knex: '3', pg: '8', 'prom-client': '15', 'reflect-metadata': '0.2' }
  write('package.json', JSON.stringify({ private: true, dependencies: { ...own, ...others }, overrides: own }))
  // Uses the cache that `npm ci` has filled. Omits peers: Jest, which is large, is the only peer not listed above.
  const quick = ['--prefer-offline', '--omit=peer', '--no-package-lock', '--no-audit', '--no-fund', '--ignore-scripts']
  await run('npm', ['install', ...quick], { cwd: project })
  for (const name of names) write(`${basename(name)}.readme.mjs`, linesOf(name))
}, INSTALLED_WITHIN_MS)

test('every package contains what its users need, with valid source maps, and nothing else', () => {
  const faults = names.flatMap((name) => contentFaults(filesOf(name)).map((fault) => `${name}: ${fault}`))
  expect(faults).toEqual([])
})

test('the program in each README runs', async () => {
  write('main.mjs', IMPORTING)
  const { stdout } = await runProgram('main.mjs')
  expect(stdout).toContain(`body: 'Hi Ann'`)
  expect(stdout).toContain(`reason: 'forbidden'`)
  expect(stdout.split(`because: 'unreachable'`)).toHaveLength(3)
  expect(stdout).toContain(`name: 'Acme'`)
  expect(stdout).toContain('texting {"sms":0,"mms":0,')
  expect(stdout).toContain('console 200 text/html; charset=utf-8 200 text/javascript; charset=utf-8 401')
  expect(stdout).toContain('sim 200 text/html; charset=utf-8')
})

test('all packages can be loaded with require', async () => {
  write('main.cjs', REQUIRING)
  const { stdout } = await runProgram('main.cjs')
  expect(stdout).toContain('sent Hi Ann\n')
  expect(stdout).toContain('GET /texting/account/credits 401\n')
})

test('an app that a bundler has combined into one file needs no other files', async () => {
  write('app.mjs', BUNDLED)
  const outfile = join(project, 'shipped', 'app.cjs')
  const entryPoints = [join(project, 'app.mjs')]
  await build({ entryPoints, outfile, bundle: true, platform: 'node', external: ['knex'], logLevel: 'error' })
  const pages = ['/docs', '/docs/errors', '/docs/openapi.yaml', '/join/form.css', '/sim', '/sim/phones.js']
  const { stdout } = await run(process.execPath, [outfile, ...pages], { env: { PATH: process.env['PATH'] } })
  expect(stdout.trim().split('\n')).toEqual([
    '/docs 200 text/html; charset=utf-8 true',
    '/docs/errors 200 text/html; charset=utf-8 true',
    '/docs/openapi.yaml 200 application/yaml; charset=utf-8 true',
    '/join/form.css 200 text/css; charset=utf-8 true',
    '/sim 200 text/html; charset=utf-8 true',
    '/sim/phones.js 200 text/javascript; charset=utf-8 true',
  ])
})

test.each([
  ['nodenext', { module: 'nodenext' }, ['main.ts', 'required.cts', ...README_PROGRAMS]],
  // `npm run check:packages` checks this resolution for the other packages.
  ['bundler', { module: 'esnext', moduleResolution: 'bundler' }, ['core.readme.mjs', 'memory.readme.mjs']],
])('the module resolution %s finds compatible types', async (_name, resolution, files) => {
  write('main.ts', TYPED)
  write('required.cts', TYPED_REQUIRE)
  write('tsconfig.json', JSON.stringify({ compilerOptions: { ...COMPILER_OPTIONS, ...resolution }, files }))
  const compiler = [join(ROOT, 'node_modules/typescript/bin/tsc')]
  const { stdout } = await run(process.execPath, compiler, { cwd: project }).catch((failed: Said) => failed)
  expect(stdout).toBe('')
})

test('unneeded files in a package, missing source maps and missing sources are reported', () => {
  const map = (source: string) => JSON.stringify({ sources: [source] })
  const files = new Map([
    ['package.json', '{}'],
    ['LICENSE', ''],
    ['dist/a.js', ''],
    ['dist/a.js.map', map('../src/a.ts')],
    ['dist/b.d.ts', ''],
    ['src/a.test.ts', ''],
    ['src/testing/fixture.ts', ''],
    ['dist/.tsbuildinfo', ''],
    ['src/test-webhook.ts', ''],
  ])
  expect(contentFaults(files)).toEqual([
    'README.md is missing',
    'src/a.test.ts is of use to its developers only',
    'src/testing/fixture.ts is of use to its developers only',
    'dist/.tsbuildinfo is of use to its developers only',
    'dist/b.d.ts has no source map',
    'dist/a.js.map leads to src/a.ts, which is not there',
  ])
})

const COMPILER_OPTIONS = {
  target: 'es2023',
  lib: ['es2023'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowJs: true,
  checkJs: true,
}

type Said = { readonly stdout: string }

function runProgram(file: string) {
  const env = { ...process.env, NODE_OPTIONS: '', DATABASE_URL: process.env['CARILLON_TEST_POSTGRES_URL'] }
  return run(process.execPath, [file], { cwd: project, env })
}

function write(file: string, text: string) {
  writeFileSync(join(project, file), text)
}

const placeOf = (name: string) => join(project, 'node_modules', name)

function linesOf(name: string): string {
  const readme = filesOf(name).get('README.md') ?? ''
  return /^```js\n(?<lines>.*?)^```$/ms.exec(readme)?.groups?.['lines'] ?? ''
}

function filesOf(name: string): Map<string, string> {
  const paths = readdirSync(placeOf(name), { recursive: true, encoding: 'utf8' })
    .map((path) => join(placeOf(name), path))
    .filter((path) => statSync(path).isFile())
  return new Map(paths.map((path) => [relative(placeOf(name), path), readFileSync(path, 'utf8')]))
}
