import { CONTRACT_RATE_LIMITS } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { PUBLIC_PREFIX, publicRoutes } from '../public-api.js'
import { document, documentedOperations } from '../testing/openapi-document.js'
import { openTestApi } from '../testing/test-api.js'

test('every operation names the rate limit that it counts towards', async () => {
  const { useCases } = await openTestApi(inMemory())
  const counted = publicRoutes(useCases).map(({ method, path, bucket }) => [
    `${method} ${PUBLIC_PREFIX}${path.replace(/:(\w+)/g, '{$1}')}`,
    bucket,
  ])
  const named = documentedOperations()
    .filter(({ path }) => path.startsWith(PUBLIC_PREFIX))
    .map(({ method, path, operation }) => [`${method} ${path}`, operation['x-rate-limit']])
  expect(Object.fromEntries(named)).toEqual(Object.fromEntries(counted))
})

test('the table has the default rate limits', () => {
  const rows = [...document.info.description.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)]
  expect(Object.fromEntries(rows.map(([, bucket, limit]) => [bucket, Number(limit)]))).toEqual(CONTRACT_RATE_LIMITS)
})
