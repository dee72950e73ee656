import { describe, expect, test } from '@jest/globals'
import type { AuditEntry, AuditQuery } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids } from '../fixtures/builders.js'
import { anAuditEntry } from './user-builders.js'

const ALL: AuditQuery = { account: null, user: null, action: null, from: null, to: null, after: null, limit: 10 }

export function describeAuditLog(openAdapters: OpenTestAdapters) {
  async function open() {
    const { account, run } = await accountFixture(await openAdapters())
    return {
      ...{ account: account.id, run },
      add: async (given: Partial<AuditEntry> = {}) => {
        const entry = anAuditEntry(given)
        await run(({ auditLog }) => auditLog.add(entry))
        return entry
      },
      list: (query: Partial<AuditQuery> = {}) => run(({ auditLog }) => auditLog.list({ ...ALL, ...query })),
    }
  }

  describe('the audit log', () => {
    test('lists entries with every field, newest first, in steps', async () => {
      const { add, list, account } = await open()
      const first = await add({ details: { before: { role: 'viewer' }, count: 3 }, subjects: ['con_1', 'con_2'] })
      const second = await add({
        at: after(2),
        actor: { user: ids.next('usr') },
        session: ids.next('ses'),
        address: '2001:db8::1',
        account,
      })
      const third = await add({ at: after(2) })
      expect(await list()).toEqual([third, second, first])
      expect(await list({ limit: 2 })).toEqual([third, second])
      expect(await list({ after: second })).toEqual([first])
    })

    test('adds an entry once; the same entry again only adds subjects', async () => {
      const { add, list } = await open()
      const entry = await add({ subjects: ['con_b'], details: { count: 1 } })
      await add({ ...entry, subjects: ['con_a', 'con_b'], action: 'other', details: {}, at: after(9) })
      await add({ ...entry, subjects: [] })
      expect(await list()).toEqual([{ ...entry, subjects: ['con_a', 'con_b'] }])
    })

    test('filters by account, user, action and time', async () => {
      const { add, list, account } = await open()
      const user = ids.next('usr')
      const [one, two, three] = [
        await add({ account, action: 'user.invited' }),
        await add({ at: after(1), actor: { user }, action: 'user.changed' }),
        await add({ at: after(2), account, actor: { user }, action: 'users.other' }),
      ]
      expect(await list({ account })).toEqual([three, one])
      expect(await list({ user })).toEqual([three, two])
      expect(await list({ account, user })).toEqual([three])
      expect(await list({ action: 'user.changed' })).toEqual([two])
      expect(await list({ action: 'user.' })).toEqual([two, one])
      expect(await list({ from: after(1) })).toEqual([three, two])
      expect(await list({ from: after(1), to: after(2) })).toEqual([two])
      expect(await list({ account, after: three })).toEqual([one])
    })

    test('is trimmed up to an instant, the oldest first, at most a number of entries at a time', async () => {
      const { add, list, run } = await open()
      const some = []
      for (const seconds of [1, 2, 3]) some.push(await add({ at: after(seconds), subjects: [`con_${seconds}`] }))
      const trim = (limit: number) => run(({ auditLog }) => auditLog.trim(after(2), limit))
      expect(await trim(1)).toBe(1)
      expect(await list()).toEqual([some[2], some[1]])
      expect(await trim(5)).toBe(1)
      expect(await list()).toEqual([some[2]])
    })
  })
}
