import { describe, expect, test } from '@jest/globals'
import type { OneTimeLink } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { aLink, aUser } from './user-builders.js'

export function describeOneTimeLinkStore(openAdapters: OpenTestAdapters) {
  async function open() {
    const { run } = await accountFixture(await openAdapters())
    const [ann, bob] = [aUser(), aUser()]
    await run(async ({ users }) => {
      await users.add(ann)
      await users.add(bob)
    })
    return {
      ...{ ann, bob, run },
      put: async (given: Partial<OneTimeLink> = {}) => {
        const link = aLink(given)
        await run(({ oneTimeLinks }) => oneTimeLinks.put(link))
        return link
      },
      find: ({ tokenHash }: OneTimeLink) => run(({ oneTimeLinks }) => oneTimeLinks.find(tokenHash)),
      take: ({ tokenHash }: OneTimeLink) => run(({ oneTimeLinks }) => oneTimeLinks.take(tokenHash)),
    }
  }

  describe('one-time links', () => {
    test('are found by the hash of their token, with every field', async () => {
      const { put, find, ann } = await open()
      const [setup, invite] = [await put(), await put({ purpose: 'invite', user: ann.id })]
      expect(await find(setup)).toEqual(setup)
      expect(await find(invite)).toEqual(invite)
      expect(await find(aLink())).toBeNull()
    })

    test('are taken once', async () => {
      const { put, take, find } = await open()
      const link = await put()
      expect(await take(link)).toEqual(link)
      expect(await take(link)).toBeNull()
      expect(await find(link)).toBeNull()
    })

    test('are taken once even by transactions at the same time', async () => {
      const { put, take } = await open()
      const link = await put()
      const taken = await Promise.all([1, 2, 3, 4].map(() => take(link)))
      expect(taken.filter((one) => one !== null)).toEqual([link])
    })

    test('replace the earlier link of the same user, or of the setup', async () => {
      const { put, find, ann, bob } = await open()
      const old = [await put(), await put({ purpose: 'invite', user: ann.id })]
      const other = await put({ purpose: 'invite', user: bob.id })
      const current = [await put({ createdAt: after(1) }), await put({ purpose: 'reset', user: ann.id })]
      expect(await Promise.all([...old, ...current, other].map(find))).toEqual([null, null, ...current, other])
    })

    test('end for one user', async () => {
      const { put, find, run, ann, bob } = await open()
      const links = [
        await put(),
        await put({ purpose: 'reset', user: ann.id }),
        await put({ purpose: 'reset', user: bob.id }),
      ]
      await run(({ oneTimeLinks }) => oneTimeLinks.end(ann.id))
      expect(await Promise.all(links.map(find))).toEqual([links[0], null, links[2]])
    })

    test('are trimmed when they have expired, the oldest first, at most a number at a time', async () => {
      const { put, find, run, ann, bob } = await open()
      const links = [
        await put({ expiresAt: after(2) }),
        await put({ purpose: 'reset', user: ann.id, expiresAt: after(1) }),
        await put({ purpose: 'reset', user: bob.id, expiresAt: after(3) }),
      ]
      const trim = (limit: number) => run(({ oneTimeLinks }) => oneTimeLinks.trim(after(2), limit))
      expect(await trim(1)).toBe(1)
      expect(await find(links[1]!)).toBeNull()
      expect(await trim(5)).toBe(1)
      expect(await Promise.all(links.map(find))).toEqual([null, null, links[2]])
    })
  })
}
