import { accountFixture, after, anApiKey } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { LoggedRequest } from '../../model/requests/request-log.js'
import { RecordRequests } from './record-requests.js'

async function open() {
  const adapters = inMemory()
  const { account, run } = await accountFixture(adapters)
  await run(({ apiKeys }) => apiKeys.put(anApiKey({ account: account.id })))
  const recordRequests = new RecordRequests(adapters)
  let made = 0
  return {
    record: (...seconds: readonly number[]) => {
      const requests = seconds.map((at): LoggedRequest => {
        const same = {
          account: account.id,
          key: 'key_demo',
          method: 'GET',
          route: '/api/v1/groups',
          status: 200,
          ms: 1,
        }
        return { ...same, id: `req_${++made}`, at: after(at) }
      })
      return recordRequests.execute({ requests })
    },
    lastUse: async () => (await run(({ requestLog }) => requestLog.lastUses(account.id))).get('key_demo'),
    run,
    account,
  }
}

test('a batch is stored with the last use of each key', async () => {
  const { record, lastUse, run, account } = await open()
  await record(2, 5, 3)
  const query = { failed: false, after: null, limit: 10 }
  expect(await run(({ requestLog }) => requestLog.list(account.id, query))).toHaveLength(3)
  expect(await lastUse()).toEqual(after(5))
})

test('the last use of a key is stored at most once a minute', async () => {
  const { record, lastUse } = await open()
  await record(0)
  await record(59)
  expect(await lastUse()).toEqual(after(0))
  await record(60)
  expect(await lastUse()).toEqual(after(60))
})

test('an empty batch runs nothing', async () => {
  const { record, lastUse } = await open()
  await record()
  expect(await lastUse()).toBeUndefined()
})
