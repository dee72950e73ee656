import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from '@jest/globals'

// A rule that matches nothing always passes. So these tests break each rule, in a small tree outside the repository.

const ADAPTERS = ['memory', 'node', 'postgres', 'fake-sms', 'webhooks', 'http']
const RULES = '.dependency-cruiser.js'
const FOLDER_RULES = '.dependency-cruiser.folders.js'
const ROOT = join(import.meta.dirname, '..')

/** The layers of the core, from the bottom up. */
const LAYERS = ['values', 'ports', 'model', 'stores', 'use-cases']

const ALLOWED: Record<string, string> = {
  'packages/core/src/index.ts': `import { parsePhoneNumberFromString } from 'libphonenumber-js'`,
  'packages/core/src/index.test.ts': `import fc from 'fast-check'`,
  ...Object.fromEntries(
    LAYERS.map((layer, i) => [
      `packages/core/src/${layer}/allowed.ts`,
      i === 0 ? `export type Allowed = string` : `export type { Allowed } from '../${LAYERS[i - 1]}/allowed.js'`,
    ]),
  ),
  'packages/container/src/index.ts': `import '@carillon/core'`,
  'packages/container/src/index.test.ts': `import '@carillon/memory'`,
  'packages/contracts/src/index.ts': `import '@carillon/core'`,
  'packages/memory/src/agrees.test.ts': `import '@carillon/postgres'`,
  // Completes a planted cycle, which is reported only for its first file.
  'packages/postgres/src/hen.ts': `import type { Egg } from './egg.js'\nexport type Hen = Egg[]`,
  'packages/core/src/values/text/text-segments.ts': `export const measureText = () => 1`,
  'apps/dashboard/src/pages.ts': `import './pages/inbox/inbox-route.js'`,
  'apps/dashboard/src/pages/inbox/inbox-route.ts': `import '../../shell/account-route.js'\nimport './inbox-page.js'`,
  'apps/dashboard/src/pages/inbox/inbox-page.tsx': `import '../../parts/body.js'`,
  'apps/dashboard/src/parts/body.ts': `import '../api/call.js'\nimport '@carillon/core/text-segments'`,
  'apps/dashboard/src/api/call.ts': `import '@tanstack/react-query'`,
  'apps/dashboard/src/shell/account-route.ts': `import '../parts/body.js'\nimport '@tanstack/react-router'`,
  'apps/server/src/main.ts': ADAPTERS.map((name) => `import '@carillon/${name}'`).join('\n'),
  ...Object.fromEntries(
    ADAPTERS.map((name) => [
      `packages/${name}/src/index.ts`,
      `import '@carillon/${name === 'http' ? 'core' : 'container'}'`,
    ]),
  ),
}

const PAIRS = ADAPTERS.flatMap((from) => ADAPTERS.filter((to) => to !== from).map((to) => ({ from, to })))

const PLANTED: { rule: string; file: string; text: string; to: string }[] = [
  planted('core-is-pure', 'packages/core/src/planted-file.ts', `import 'node:fs/promises'`, 'fs/promises'),
  planted('core-is-pure', 'packages/core/src/planted-old.ts', `import 'crypto'`, 'crypto'),
  planted('core-is-pure', 'packages/core/src/planted-package.ts', `import 'knex'`, 'node_modules/knex/'),
  planted('core-is-pure', 'packages/core/src/planted-adapter.ts', `import '@carillon/memory'`, 'packages/memory/src/'),
  planted('core-is-pure', 'packages/core/src/planted-lazy.ts', `await import('node:os')`, 'os'),
  planted(
    'core-has-five-layers',
    'packages/core/src/helpers/planted.ts',
    `import type { Allowed } from '../values/allowed.js'\nexport type Twin = Allowed`,
    'packages/core/src/values/allowed.ts',
  ),
  ...LAYERS.slice(1).map((above, i) =>
    planted(
      'core-imports-downward',
      `packages/core/src/${LAYERS[i]}/planted-upward.ts`,
      `import type { Allowed } from '../${above}/allowed.js'\nexport type Twin = Allowed`,
      `packages/core/src/${above}/allowed.ts`,
    ),
  ),
  planted(
    'core-imports-downward',
    'packages/core/src/use-cases/planted-root.ts',
    `import '../index.js'`,
    'packages/core/src/index.ts',
  ),
  planted(
    'adapters-do-not-meet',
    'packages/memory/src/planted-type.ts',
    `import type { Rows } from '@carillon/postgres'\nexport type Twin = Rows`,
    'packages/postgres/src/index.ts',
  ),
  planted(
    'adapters-do-not-meet',
    'packages/memory/src/planted-detour.ts',
    `import '../../postgres/dist/index.js'`,
    'packages/postgres/dist/index.js',
  ),
  planted(
    'dependencies-point-inward',
    'packages/contracts/src/planted.ts',
    `import '@carillon/container'`,
    'packages/container/src/index.ts',
  ),
  planted(
    'dependencies-point-inward',
    'packages/container/src/planted.ts',
    `import '@carillon/memory'`,
    'packages/memory/src/index.ts',
  ),
  planted(
    'client-stands-alone',
    'packages/client/src/planted-core.ts',
    `import type { Message } from '@carillon/core'\nexport type Twin = Message`,
    'packages/core/src/index.ts',
  ),
  planted(
    'http-needs-no-container',
    'packages/http/src/planted-container.ts',
    `import type { UseCases } from '@carillon/container'\nexport type Twin = UseCases`,
    'packages/container/src/index.ts',
  ),
  planted('http-needs-no-container', 'packages/http/src/planted-inversify.ts', `import 'inversify'`, 'inversify'),
  planted(
    'nothing-imports-an-app',
    'packages/http/src/planted-app.ts',
    `import '../../../apps/server/src/main.js'`,
    'apps/server/src/main.ts',
  ),
  planted(
    'pages-do-not-meet',
    'apps/dashboard/src/pages/contacts/planted-page.tsx',
    `import '../inbox/inbox-page.js'`,
    'apps/dashboard/src/pages/inbox/inbox-page.tsx',
  ),
  ...[
    ['shell', `import '../shell/account-route.js'`, 'apps/dashboard/src/shell/account-route.ts'],
    ['list', `import '../pages.js'`, 'apps/dashboard/src/pages.ts'],
    ['router', `import '@tanstack/react-router'`, 'node_modules/@tanstack/react-router/'],
  ].map(([what, text, to]) =>
    planted('parts-know-no-routes', `apps/dashboard/src/parts/planted-${what}.ts`, text!, to!),
  ),
  planted(
    'shell-knows-no-page',
    'apps/dashboard/src/shell/planted.ts',
    `import '../pages/inbox/inbox-route.js'`,
    'apps/dashboard/src/pages/inbox/inbox-route.ts',
  ),
  planted(
    'calls-know-no-view',
    'apps/dashboard/src/api/planted.ts',
    `import '../parts/body.js'`,
    'apps/dashboard/src/parts/body.ts',
  ),
  planted(
    'dashboard-knows-the-api-alone',
    'apps/dashboard/src/api/planted-core.ts',
    `import type { Message } from '@carillon/core'\nexport type Twin = Message`,
    'packages/core/src/index.ts',
  ),
  planted(
    'no-cycles',
    'packages/postgres/src/egg.ts',
    `import type { Hen } from './hen.js'\nexport type Egg = Hen[]`,
    'packages/postgres/src/hen.ts',
  ),
  planted(
    'everything-resolves',
    'packages/http/src/planted-nowhere.ts',
    `import '@carillon/nowhere'`,
    '@carillon/nowhere',
  ),
]

/** Two folders that import each other, although no two files do. */
const FOLDER_CYCLE: Record<string, string> = {
  'packages/postgres/src/nest/egg.ts': `import type { Hen } from '../barn/hen.js'\nexport type Egg = Hen[]`,
  'packages/postgres/src/nest/twig.ts': `export type Twig = string`,
  'packages/postgres/src/barn/hen.ts': `export type Hen = string`,
  'packages/postgres/src/barn/straw.ts': `import type { Twig } from '../nest/twig.js'\nexport type Straw = Twig`,
}
/** A cycle that includes a test is allowed. */
const CLOSED_BY_A_TEST: Record<string, string> = {
  'packages/memory/src/nest/egg.ts': `import type { Hen } from '../barn/hen.js'\nexport type Egg = Hen[]`,
  'packages/memory/src/barn/hen.ts': `export type Hen = string`,
  'packages/memory/src/barn/hen.test.ts': `import type { Egg } from '../nest/egg.js'\nexport type Twin = Egg`,
}

type Violation = { rule: { name: string }; from: string; to: string }
let fixture: string
let violations: Violation[]
let folderViolations: Violation[]

beforeAll(async () => {
  fixture = mkdtempSync(join(tmpdir(), 'carillon-rules-'))
  for (const name of [RULES, FOLDER_RULES, 'tsconfig.base.json', 'tsconfig.test.json', 'package.json']) {
    cpSync(join(ROOT, name), join(fixture, name))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(fixture, 'node_modules'))
  const files: Record<string, string> = {
    ...ALLOWED,
    ...FOLDER_CYCLE,
    ...CLOSED_BY_A_TEST,
    'packages/postgres/dist/index.js': '',
  }
  for (const { file, text } of PLANTED) files[file] = text
  for (const { from, to } of PAIRS) files[`packages/${from}/src/to-${to}.ts`] = `import '@carillon/${to}'`
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(fixture, file)), { recursive: true })
    writeFileSync(join(fixture, file), text)
  }
  violations = await cruise(fixture, RULES)
  folderViolations = await cruise(fixture, FOLDER_RULES)
})

afterAll(() => rmSync(fixture, { recursive: true, force: true }))

test.each(PLANTED)('$rule: $file may not import $to', ({ rule, file, to }) => {
  const found = violations.filter((violation) => violation.from === file && violation.rule.name === rule)
  expect(found.map((violation) => violation.to)).toEqual([expect.stringContaining(to)])
})

test('no adapter may import any other', () => {
  const reported = violations.filter(({ rule, from }) => rule.name === 'adapters-do-not-meet' && /[/]to-/.test(from))
  expect(reported.map(({ from, to }) => `${from} -> ${to}`).sort()).toEqual(
    PAIRS.map(({ from, to }) => `packages/${from}/src/to-${to}.ts -> packages/${to}/src/index.ts`).sort(),
  )
})

test('allowed imports are not reported', () => {
  expect(violations.filter(({ from }) => from in ALLOWED)).toEqual([])
})

test('no-folder-cycles: two folders may not import each other', () => {
  const found = folderViolations.filter(({ from }) => /(nest|barn)$/.test(from))
  expect(found.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`).sort()).toEqual([
    'no-folder-cycles: packages/postgres/src/barn -> packages/postgres/src/nest',
    'no-folder-cycles: packages/postgres/src/nest -> packages/postgres/src/barn',
  ])
})

test('every rule has a planted violation', async () => {
  const config = (await import(join(ROOT, RULES))) as { default: { forbidden: { name: string }[] } }
  expect(new Set(PLANTED.map(({ rule }) => rule))).toEqual(new Set(config.default.forbidden.map(({ name }) => name)))
})

async function cruise(folder: string, config: string): Promise<Violation[]> {
  const command = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, '--config', config, 'packages', 'apps', '--output-type', 'json'],
    { cwd: folder, maxBuffer: 16 * 1024 * 1024 },
  ).catch((error: Error & { stdout: string }) => {
    // With violations the command exits with an error, but prints its report.
    if (error.stdout) return error
    throw error
  })
  return (JSON.parse(stdout) as { summary: { violations: Violation[] } }).summary.violations
}

function planted(rule: string, file: string, text: string, to: string) {
  return { rule, file, text, to }
}
