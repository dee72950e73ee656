import { join } from 'node:path'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { BareRealm } from './bare-realm.js'

// The linter checks only the source of the core. This test runs the built core and its libraries.

const CORE = join(import.meta.dirname, '../packages/core/dist/index.js')
const EXERCISES = join(import.meta.dirname, 'core-exercise.js')

const { exercises } = (await new BareRealm({ '@carillon/core': CORE }).importFile(EXERCISES)) as {
  exercises: Record<string, (adapters: MemoryAdapters) => unknown>
}

test.each(Object.entries(exercises))('the core needs only the language: %s', async (_, run) => {
  await run(inMemory())
})

describe('a bare realm', () => {
  test.each([
    ['Date.now()', 'Date.now was used in a bare realm'],
    ['new Date()', 'new Date() was used in a bare realm'],
    ['Date()', 'Date() was used in a bare realm'],
    ['new (class extends Date {})()', 'new Date() was used in a bare realm'],
    ['new (new Date(0).constructor)()', 'new Date() was used in a bare realm'],
    ['Math.random()', 'Math.random was used in a bare realm'],
    ['process.env', 'process is not defined'],
    ['require("fs")', 'require is not defined'],
    ['fetch("https://example.com")', 'fetch is not defined'],
    ['setTimeout(() => {})', 'setTimeout is not defined'],
    ['performance.now()', 'performance is not defined'],
    ['crypto.randomUUID()', 'crypto is not defined'],
    ['console.log()', 'console is not defined'],
    ['globalThis.process.pid', "Cannot read properties of undefined (reading 'pid')"],
    ['eval("process")', 'Code generation from strings disallowed for this context'],
    ['new Function("return this")', 'Code generation from strings disallowed for this context'],
  ])('refuses %s', async (code, message) => {
    await expect(new BareRealm().importText(`export const found = ${code}`)).rejects.toHaveProperty('message', message)
  })

  test.each(['node:fs', 'fs'])('has no module %s', async (name) => {
    await expect(new BareRealm().importText(`import '${name}'`)).rejects.toThrow(
      'node:fs does not exist in a bare realm',
    )
  })

  test('supports dates that are created from a given instant', async () => {
    const realm = await new BareRealm().importText(`
      const date = new Date(86_400_000)
      export const found = [date.toISOString(), date instanceof Date, Date.UTC(1970, 0, 2)].join()`)
    expect(realm.found).toBe('1970-01-02T00:00:00.000Z,true,86400000')
  })
})
