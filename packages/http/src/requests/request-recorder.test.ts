import { waitUntil } from '@carillon/contracts'
import { createCarillon, type LoggedRequest } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { applyAcme, openTestApi } from '../testing/test-api.js'

test('when the service begins to stop, what was collected is stored at once, and a database that is gone is no fault', async () => {
  const adapters = inMemory()
  const stopping = new AbortController()
  const stored: LoggedRequest[] = []
  const recordRequests = {
    execute: async ({ requests }: { readonly requests: readonly LoggedRequest[] }) => {
      stored.push(...requests)
      throw new Error('The database is closed')
    },
  }
  const useCases = { ...createCarillon({ adapters }), recordRequests } as unknown as ReturnType<typeof createCarillon>
  const fixture = await openTestApi(adapters, { useCases, dashboard: { adapters, stopping: stopping.signal } })
  await applyAcme(fixture)
  await fixture.api('GET', '/groups')
  await waitUntil(() => fixture.log.some(({ fields }) => fields['route'] === '/api/v1/groups'))
  stopping.abort()
  expect(stored).toMatchObject([{ route: '/api/v1/groups', status: 200 }])
  await Promise.resolve()
  expect(fixture.log.filter(({ level }) => level !== 'info')).toEqual([])
})
