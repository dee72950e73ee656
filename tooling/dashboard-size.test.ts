import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'

// The pages must also load quickly by a poor connection. All sizes are those of the scripts, gzipped, in bytes.

const FIRST_LOAD_MAX = 200_000
const ROUTE_MAX = 90_000

const DIST = join(import.meta.dirname, '../apps/dashboard/dist')

type Chunk = { readonly file: string; readonly src?: string; readonly isEntry?: boolean; readonly imports?: string[] }

const manifest = JSON.parse(readFileSync(join(DIST, '.manifest.json'), 'utf8')) as Record<string, Chunk>
const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!
const first = withImports(entry)

test('what every page loads first is small', () => {
  expect(scriptsIn(join(DIST, 'index.html'))).toEqual(
    expect.arrayContaining([...first].map((key) => manifest[key]!.file)),
  )
  expect(sizeOf(first)).toBeLessThanOrEqual(FIRST_LOAD_MAX)
  // Fails if the manifest is not followed.
  expect(sizeOf(first)).toBeGreaterThan(FIRST_LOAD_MAX / 2)
})

test('what each route loads in addition is small', () => {
  const routes = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'))
  expect(routes.length).toBeGreaterThan(3)
  const sizes = routes.map(
    (key) => [key, sizeOf(new Set([...withImports(key)].filter((one) => !first.has(one))))] as const,
  )
  expect(sizes.filter(([, size]) => size > ROUTE_MAX)).toEqual([])
})

test('charts and the calendar are not a part of the first load', () => {
  const firstFiles = [...first].map((key) => key.split('/').at(-1)!)
  expect(firstFiles.filter((name) => /chart|recharts|schedule/i.test(name))).toEqual([])
})

/** A chunk, and those that it cannot run without. */
function withImports(key: string, found = new Set<string>()): Set<string> {
  if (found.has(key)) return found
  found.add(key)
  for (const imported of manifest[key]!.imports ?? []) withImports(imported, found)
  return found
}

function sizeOf(keys: ReadonlySet<string>): number {
  return [...keys].reduce((sum, key) => sum + gzipped(join(DIST, manifest[key]!.file)), 0)
}

function gzipped(file: string): number {
  return existsSync(`${file}.gz`)
    ? readFileSync(`${file}.gz`).length
    : gzipSync(readFileSync(file), { level: 9 }).length
}

function scriptsIn(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
}
