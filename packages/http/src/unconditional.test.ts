import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { KEY, applyAcme, authorized, openTestApi } from './testing/test-api.js'

test.each(['/api/v1/groups', '/healthz'])('%s is sent in full, even for a conditional request', async (path) => {
  const fixture = await openTestApi(inMemory())
  await applyAcme(fixture)
  const headers = { ...authorized(KEY), 'if-none-match': '*', 'if-modified-since': 'Sun, 01 Mar 2026 12:00:00 GMT' }
  const { status, text } = await fixture.call('GET', path, { headers })
  expect([status, text]).toEqual([200, expect.stringContaining('{')])
})
