import { expect, test } from '@jest/globals'
import { join } from 'node:path'
import { fixturesWithHooks, ownModule } from './native-tests/fixtures-with-hooks.js'

const ROOT = join(import.meta.dirname, '..')
const HTTP = join(ROOT, 'packages/http/src')
const MEMORY_ON_POSTGRES = join(ROOT, 'tooling/memory-on-postgres.ts')

test.each([
  ['a fixture with hooks', 'testing/test-api.ts', true],
  ['a fixture that imports it', 'testing/fixtures/messaging-fixture.ts', true],
  ['a fixture without hooks', 'testing/openapi-document.ts', false],
  ['a source', 'create-api.ts', false],
])('each test file has its own copy of what registers hooks: %s', (_, file, expected) => {
  expect(fixturesWithHooks(undefined)(join(HTTP, file))).toBe(expected)
})

test('what imports the stores in memory registers hooks if Postgres takes their place', () => {
  const file = join(ROOT, 'packages/core/src/use-cases/dispatch/pools.test.ts')
  expect(fixturesWithHooks(undefined)(file)).toBe(false)
  expect(fixturesWithHooks(MEMORY_ON_POSTGRES)(file)).toBe(true)
})

test('a copied fixture belongs to the test file, however it is imported, and nothing shared may import it', () => {
  const owned = ownModule('b.ts', { importer: 'a.test.ts', pluginData: undefined })
  expect(owned).toMatchObject({ path: 'b.ts', pluginData: { testFile: 'a.test.ts' } })
  expect(ownModule('c.ts', { importer: 'b.ts', pluginData: owned.pluginData }).suffix).toBe(owned.suffix)
  expect(() => ownModule('c.ts', { importer: 'b.ts', pluginData: undefined })).toThrow('must not import c.ts')
})
