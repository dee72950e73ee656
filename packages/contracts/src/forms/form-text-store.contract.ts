import { describe, expect, test } from '@jest/globals'
import type { AccountId, Stores } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { NOW, after } from '../fixtures/builders.js'

export function describeFormTextStore(open: OpenTestAdapters) {
  async function openTexts() {
    const fixture = await accountFixture(await open())
    const texts = <T>(work: (store: Stores['formTexts']) => Promise<T>) =>
      fixture.run(({ formTexts }) => work(formTexts))
    return {
      ...fixture,
      versionOf: (text: string, { at = NOW, account = fixture.account.id }: { at?: Date; account?: AccountId } = {}) =>
        texts((store) => store.versionOf(account, text, at)),
      find: (versions: readonly number[], account = fixture.account.id) =>
        texts((store) => store.find(account, versions)),
      newest: (limit: number, account = fixture.account.id) => texts((store) => store.newest(account, limit)),
    }
  }

  describe('consent texts', () => {
    test('get version numbers from 1 upwards, and keep them', async () => {
      const { versionOf } = await openTexts()
      expect([await versionOf('One'), await versionOf('Two'), await versionOf('One')]).toEqual([1, 2, 1])
      expect([await versionOf('one'), await versionOf('Three'), await versionOf('Two')]).toEqual([3, 4, 2])
    })

    test('are listed from the newest version on, for one account', async () => {
      const { versionOf, newest, neighbour } = await openTexts()
      const other = await neighbour()
      for (let i = 1; i <= 11; i++) await versionOf(`Text ${i}`, { at: after(i) })
      await versionOf('Theirs', { account: other.id })
      const eleventh = { version: 11, text: 'Text 11', since: after(11) }
      expect(await newest(2)).toEqual([eleventh, { version: 10, text: 'Text 10', since: after(10) }])
      expect(await newest(100)).toHaveLength(11)
      expect(await newest(100, other.id)).toEqual([{ version: 1, text: 'Theirs', since: NOW }])
    })

    test('do not change, and keep the time of their first use', async () => {
      const { versionOf, find } = await openTexts()
      const long = 'Lang & ünïcode 🔔 '.repeat(200)
      await versionOf('One', { at: after(1) })
      await versionOf(long, { at: after(2) })
      await versionOf('One', { at: after(3) })
      const one = { version: 1, text: 'One', since: after(1) }
      expect(await find([2, 1, 3])).toEqual(
        new Map([
          [1, one],
          [2, { version: 2, text: long, since: after(2) }],
        ]),
      )
      expect(await find([1])).toEqual(new Map([[1, one]]))
      expect(await find([])).toEqual(new Map())
    })

    test('belong to one account', async () => {
      const { versionOf, find, neighbour } = await openTexts()
      const { id: account } = await neighbour()
      await versionOf('One')
      expect(await find([1], account)).toEqual(new Map())
      expect([await versionOf('Two', { account }), await versionOf('One', { account })]).toEqual([1, 2])
      expect((await find([1])).get(1)).toMatchObject({ text: 'One' })
    })

    test('get one version each, even if they are first shown concurrently', async () => {
      const { versionOf } = await openTexts()
      const shown = ['One', 'One', 'Two', 'Two', 'Three', 'One']
      const versions = await Promise.all(shown.map((text) => versionOf(text)))
      expect([versions[1], versions[5], versions[3]]).toEqual([versions[0], versions[0], versions[2]])
      expect(new Set(versions)).toEqual(new Set([1, 2, 3]))
    })
  })
}
