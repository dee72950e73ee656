import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { FIRST_LOAD_MAX, ROUTE_MAX, scriptSizes } from './script-sizes.js'

const { firstFiles, firstSources, firstLoad, routes } = scriptSizes()

test('what every page loads first is small', () => {
  expect(scriptsIn(join(import.meta.dirname, '../apps/dashboard/dist/index.html'))).toEqual(
    expect.arrayContaining([...firstFiles]),
  )
  expect(firstLoad).toBeLessThanOrEqual(FIRST_LOAD_MAX)
  // Fails if the manifest is not followed.
  expect(firstLoad).toBeGreaterThan(FIRST_LOAD_MAX / 2)
})

test('what each route loads in addition is small', () => {
  const sizes = Object.entries(routes)
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.filter(([, size]) => size > ROUTE_MAX)).toEqual([])
})

test('charts and the calendar are not a part of the first load', () => {
  const names = firstSources.map((key) => key.split('/').at(-1)!)
  expect(names.filter((name) => /chart|recharts|schedule/i.test(name))).toEqual([])
})

function scriptsIn(page: string): string[] {
  return [...readFileSync(page, 'utf8').matchAll(/"\.\/(assets\/[^"]+\.js)"/g)].map(([, file]) => file!)
}
