import { describe, expect, test } from '@jest/globals'
import type { User, UserQuery } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, ids, NOW } from '../fixtures/builders.js'
import { aUser } from './user-builders.js'

export function describeUserStore(openAdapters: OpenTestAdapters) {
  async function open() {
    const fixture = await accountFixture(await openAdapters())
    const { run } = fixture
    return {
      ...fixture,
      add: async (given: Partial<User> = {}) => {
        const user = aUser(given)
        expect(await run(({ users }) => users.add(user))).toBe(true)
        return user
      },
      find: (user: User) => run(({ users }) => users.find(user.id)),
      save: (user: User) => run(({ users }) => users.save(user)),
      list: (query: Partial<UserQuery> = {}) =>
        run(({ users }) => users.list({ account: null, after: null, limit: 10, ...query })),
    }
  }

  describe('users', () => {
    test('have names, which are read by their ids at once', async () => {
      const { add, run } = await open()
      const [ann, bob] = [await add({ name: 'Ann' }), await add({ name: 'Bob' })]
      await add({ name: 'Cat' })
      const names = await run(({ users }) => users.names([ann.id, ids.next('usr'), bob.id, ann.id]))
      expect(names).toEqual(
        new Map([
          [ann.id, 'Ann'],
          [bob.id, 'Bob'],
        ]),
      )
    })

    test('are found by id, e-mail address and identity, with every field', async () => {
      const { add, account, neighbour, run } = await open()
      const identity = { issuer: 'https://id.example.com', subject: '42' }
      const other = await neighbour()
      const roles = [account, other].map(({ id }) => ({ account: id, role: 'sender' as const }))
      const user = await add({
        email: 'ann@example.com',
        isOwner: true,
        identity,
        roles: roles.toSorted((one, another) => (one.account < another.account ? -1 : 1)),
        timezone: account.timezone,
        disabledAt: after(1),
      })
      await add({ passwordHash: null })
      const found = await run(async ({ users }) => [
        await users.find(user.id),
        await users.findByEmail('ann@example.com'),
        await users.findByIdentity(identity),
      ])
      expect(found).toEqual([user, user, user])
      const missing = await run(async ({ users }) => [
        await users.find(ids.next('usr')),
        await users.findByEmail('ann@example.org'),
        await users.findByIdentity({ ...identity, issuer: 'https://elsewhere.example.com' }),
      ])
      expect(missing).toEqual([null, null, null])
    })

    test('have an e-mail address of their own', async () => {
      const { add, run, list } = await open()
      const user = await add({ email: 'ann@example.com' })
      expect(await run(({ users }) => users.add(aUser({ email: 'ann@example.com' })))).toBe(false)
      expect(await list()).toEqual([user])
    })

    test('have an identity of their own', async () => {
      const { add, save, find } = await open()
      const identity = { issuer: 'https://id.example.com', subject: '42' }
      const [ann, bob] = [await add({ identity }), await add()]
      expect(await save({ ...bob, identity, name: 'Bob' })).toBe(false)
      expect(await find(bob)).toEqual(bob)
      expect(await save({ ...ann, name: 'Ann' })).toBe(true)
      expect(await save({ ...bob, identity: { ...identity, subject: '43' } })).toBe(true)
    })

    test('are saved with their roles, which replace the ones before', async () => {
      const { add, account, neighbour, save, find } = await open()
      const other = await neighbour()
      const user = await add({ roles: [{ account: account.id, role: 'viewer' }] })
      const roles = [
        { account: account.id, role: 'admin' },
        { account: other.id, role: 'editor' },
      ] as const
      const changed: User = {
        ...user,
        name: 'Ann Jones',
        isOwner: true,
        roles: roles.toSorted((one, another) => (one.account < another.account ? -1 : 1)),
        passwordHash: null,
        disabledAt: after(5),
      }
      expect(await save(changed)).toBe(true)
      expect(await find(user)).toEqual(changed)
      await save({ ...changed, roles: [] })
      expect(await find(user)).toEqual({ ...changed, roles: [] })
    })

    test('are locked with all owners', async () => {
      const { add, run } = await open()
      const [user, owner, disabled] = [
        await add(),
        await add({ isOwner: true }),
        await add({ isOwner: true, disabledAt: NOW }),
      ]
      const lock = (id: User['id']) => run(({ users }) => users.lock(id))
      expect(await lock(user.id)).toEqual({ user, owners: [owner, disabled] })
      expect(await lock(owner.id)).toEqual({ user: owner, owners: [owner, disabled] })
      expect(await lock(ids.next('usr'))).toEqual({ user: null, owners: [owner, disabled] })
    })

    test('are listed by e-mail address, in steps, on demand of one account only', async () => {
      const { add, account, list, run } = await open()
      expect(await run(({ users }) => users.isEmpty())).toBe(true)
      const roles = [{ account: account.id, role: 'viewer' }] as const
      const [c, a, b] = [
        await add({ email: 'c@example.com', roles }),
        await add({ email: 'a@example.com' }),
        await add({ email: 'b@example.com', roles }),
      ]
      expect(await run(({ users }) => users.isEmpty())).toBe(false)
      expect(await list()).toEqual([a, b, c])
      expect(await list({ limit: 2 })).toEqual([a, b])
      expect(await list({ after: b.email })).toEqual([c])
      expect(await list({ account: account.id })).toEqual([b, c])
      expect(await list({ account: account.id, after: b.email })).toEqual([c])
    })
  })
}
