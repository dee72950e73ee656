import { describe, expect, test } from '@jest/globals'
import type { Session, User } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids, NOW } from '../fixtures/builders.js'
import { aSession, aUser } from './user-builders.js'

export function describeSessionStore(openAdapters: OpenTestAdapters) {
  async function open() {
    const { run } = await accountFixture(await openAdapters())
    const [ann, bob] = [aUser(), aUser()]
    await run(async ({ users }) => {
      await users.add(ann)
      await users.add(bob)
    })
    return {
      ...{ ann, bob, run },
      add: async (given: Partial<Session> = {}, user: User = ann) => {
        const session = aSession({ user: user.id, ...given })
        await run(({ sessions }) => sessions.add(session))
        return session
      },
      find: (session: Session) => run(({ sessions }) => sessions.findByToken(session.tokenHash)),
      list: (user: User = ann, now = NOW) => run(({ sessions }) => sessions.list(user.id, now)),
    }
  }

  describe('sessions', () => {
    test('are found by the hash of their token, with every field', async () => {
      const { add, find, run } = await open()
      const [session, bare] = [await add(), await add({ address: null, userAgent: null })]
      expect(await find(session)).toEqual(session)
      expect(await find(bare)).toEqual(bare)
      expect(await run(({ sessions }) => sessions.findByToken('another'))).toBeNull()
    })

    test('note their last use, but never an earlier one', async () => {
      const { add, find, run } = await open()
      const session = await add()
      const seen = { lastSeenAt: after(60), expiresAt: after(43_260), address: '192.0.2.9' }
      await run(({ sessions }) => sessions.touch({ ...session, ...seen }))
      await run(({ sessions }) => sessions.touch({ ...session, lastSeenAt: after(30) }))
      expect(await find(session)).toEqual({ ...session, ...seen })
      await run(({ sessions }) => sessions.touch({ ...seen, id: ids.next('ses') }))
    })

    test('are listed for their user until they expire, the newest first', async () => {
      const { add, list, bob } = await open()
      const [first, second] = [await add(), await add({ createdAt: after(1) })]
      await add({ expiresAt: NOW })
      const other = await add({}, bob)
      expect(await list()).toEqual([second, first])
      expect(await list(bob)).toEqual([other])
    })

    test('are removed one by one, all, or all but one', async () => {
      const { add, list, run, ann, bob } = await open()
      const [one, two, three] = [await add(), await add({ createdAt: after(1) }), await add({ createdAt: after(2) })]
      const other = await add({}, bob)
      const remove = (user: User, { id }: Session) => run(({ sessions }) => sessions.remove(user.id, id))
      expect(await remove(bob, one)).toBe(false)
      expect(await remove(ann, one)).toBe(true)
      expect(await remove(ann, one)).toBe(false)
      expect(await run(({ sessions }) => sessions.removeAll(ann.id, three.id))).toEqual([two.id])
      expect(await list()).toEqual([three])
      expect(await run(({ sessions }) => sessions.removeAll(ann.id, null))).toEqual([three.id])
      expect(await list(bob)).toEqual([other])
    })

    test('beyond a number are removed, the oldest first', async () => {
      const { add, list, run, ann } = await open()
      const [, second, third] = [await add(), await add({ createdAt: after(1) }), await add({ createdAt: after(2) })]
      await run(({ sessions }) => sessions.keepNewest(ann.id, 2))
      expect(await list()).toEqual([third, second])
    })

    test('are trimmed when they have expired, the oldest first, at most a number at a time', async () => {
      const { add, find, run } = await open()
      const all = [
        await add({ expiresAt: after(2) }),
        await add({ expiresAt: after(1) }),
        await add({ expiresAt: after(3) }),
      ]
      const trim = (limit: number) => run(({ sessions }) => sessions.trim(after(2), limit))
      expect(await trim(1)).toBe(1)
      expect(await find(all[1]!)).toBeNull()
      expect(await trim(5)).toBe(1)
      expect(await Promise.all(all.map(find))).toEqual([null, null, all[2]])
    })
  })
}
