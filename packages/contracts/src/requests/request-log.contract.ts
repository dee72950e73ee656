import { describe, expect, test } from '@jest/globals'
import type { LoggedRequest, RequestQuery } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, anApiKey, NOW } from '../fixtures/builders.js'

const ALL: RequestQuery = { failed: false, after: null, limit: 10 }

export function describeRequestLog(openAdapters: OpenTestAdapters) {
  async function open() {
    const fixture = await accountFixture(await openAdapters())
    const account = fixture.account.id
    let made = 0
    const aRequest = (given: Partial<LoggedRequest> = {}): LoggedRequest => ({
      id: `req_${String(++made).padStart(8, '0')}`,
      account,
      key: 'key_demo',
      at: NOW,
      method: 'GET',
      route: '/api/v1/groups/:groupId',
      status: 200,
      ms: 12,
      ...given,
    })
    return {
      ...fixture,
      account,
      appended: async (...given: readonly Partial<LoggedRequest>[]) => {
        const requests = given.map(aRequest)
        await fixture.run(({ requestLog }) => requestLog.append(requests))
        return requests
      },
      list: (query: Partial<RequestQuery> = {}, of = account) =>
        fixture.run(({ requestLog }) => requestLog.list(of, { ...ALL, ...query })),
      lastUses: (of = account) => fixture.run(({ requestLog }) => requestLog.lastUses(of)),
    }
  }

  describe('the log of requests', () => {
    test('lists the requests of one account, newest first, with every field', async () => {
      const { appended, list, neighbour } = await open()
      const [first, second, third] = await appended(
        { at: after(1), status: null },
        { at: after(2), method: 'POST', status: 402, ms: 0 },
        { at: after(2) },
        { account: (await neighbour()).id },
      )
      expect(await list()).toEqual([third, second, first])
    })

    test('is read in steps', async () => {
      const { appended, list } = await open()
      const [first, second, third] = await appended({ at: after(1) }, { at: after(2) }, { at: after(2) })
      expect(await list({ limit: 2 })).toEqual([third, second])
      expect(await list({ after: second!, limit: 2 })).toEqual([first])
    })

    test('lists only failed requests on demand', async () => {
      const { appended, list } = await open()
      const [, refused, , crashed] = await appended({}, { status: 400 }, { status: null }, { status: 503 }, {})
      expect(await list({ failed: true })).toEqual([crashed, refused])
      expect(await list({ failed: true, after: crashed! })).toEqual([refused])
    })

    test('does not repeat a request that is appended again', async () => {
      const { appended, list, run } = await open()
      const requests = await appended({}, {})
      await run(({ requestLog }) => requestLog.append(requests))
      await run(({ requestLog }) => requestLog.append([]))
      expect(await list()).toHaveLength(2)
    })

    test('is trimmed up to an instant, the oldest first, at most a number of requests at a time', async () => {
      const { appended, list, run, account } = await open()
      const [, , third, fourth] = await appended(...[1, 2, 3, 4].map((seconds) => ({ at: after(seconds) })))
      const trim = (limit: number) => run(({ requestLog }) => requestLog.trim(account, after(3), limit))
      expect(await trim(2)).toBe(2)
      expect(await list()).toEqual([fourth, third])
      expect(await trim(2)).toBe(1)
      expect(await list()).toEqual([fourth])
    })
  })

  describe('the last uses of keys', () => {
    test('are known for each key of an account that was used, and never go back', async () => {
      const { run, account, lastUses, neighbour } = await open()
      for (const id of ['key_a', 'key_b', 'key_c']) await run(({ apiKeys }) => apiKeys.put(anApiKey({ account, id })))
      const note = (key: string, seconds: number) =>
        run(({ requestLog }) => requestLog.noteUses([{ account, key, at: after(seconds) }]))
      await run(({ requestLog }) =>
        requestLog.noteUses([
          { account, key: 'key_a', at: after(1) },
          { account, key: 'key_b', at: after(1) },
        ]),
      )
      await note('key_a', 3)
      await note('key_a', 2)
      await run(({ requestLog }) => requestLog.noteUses([]))
      expect(await lastUses()).toEqual(
        new Map([
          ['key_a', after(3)],
          ['key_b', after(1)],
        ]),
      )
      expect(await lastUses((await neighbour()).id)).toEqual(new Map())
    })

    test('are not noted for a key that was revoked', async () => {
      const { run, account, lastUses } = await open()
      await run(({ requestLog }) => requestLog.noteUses([{ account, key: 'key_gone', at: after(1) }]))
      expect(await lastUses()).toEqual(new Map())
    })
  })
}
