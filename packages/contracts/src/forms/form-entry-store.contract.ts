import { describe, expect, test } from '@jest/globals'
import type { FormEntry, Stores } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { BOB, after, ids } from '../fixtures/builders.js'
import { aFormEntry } from './form-builders.js'

export function describeFormEntryStore(open: OpenTestAdapters) {
  async function openEntries() {
    const fixture = await accountFixture(await open())
    const { run, account } = fixture
    const entries = <T>(work: (store: Stores['formEntries']) => Promise<T>) =>
      run(({ formEntries }) => work(formEntries))
    return {
      ...fixture,
      entries,
      add: async (given: Partial<FormEntry> = {}) => {
        const entry = aFormEntry({ account: account.id, ...given })
        await entries((store) => store.add(entry))
        return entry
      },
      find: ({ account: owner, id }: Pick<FormEntry, 'account' | 'id'>) => entries((store) => store.find(owner, id)),
    }
  }

  describe('entries of opt-in forms', () => {
    test('are stored with every field', async () => {
      const { add, find } = await openEntries()
      const [silent, texted] = [
        await add({ agent: null, codeMessage: null, texts: 0 }),
        await add({
          agent: 'Ünïcode 🔔',
          address: '2001:db8::1',
          network: '2001:db8:0:0::/64',
          createdAt: after(1),
          codeAt: after(2),
          codes: 3,
          texts: 2,
          attempts: 4,
          confirmedAt: after(3),
        }),
      ]
      expect(await find(silent)).toEqual(silent)
      expect(await find(texted)).toEqual(texted)
      expect(await find({ ...silent, id: ids.next('ent') })).toBeNull()
    })

    test('do not change when they are added again', async () => {
      const { add, find } = await openEntries()
      const first = await add()
      await add({ ...first, phone: BOB, attempts: 3 })
      expect(await find(first)).toEqual(first)
    })

    test('change only in the code fields, the attempts and the confirmation when they are saved', async () => {
      const { add, find, entries } = await openEntries()
      const [before, other] = [await add(), await add()]
      const progress = {
        codeMessage: ids.next('msg'),
        codeAt: after(60),
        codes: 2,
        texts: 2,
        attempts: 1,
        confirmedAt: after(70),
      }
      const saved = { ...before, phone: BOB, version: 9, address: 'x', network: 'x', agent: 'x', createdAt: after(9) }
      await entries((store) => store.save({ ...saved, ...progress }))
      expect(await find(before)).toEqual({ ...before, ...progress })
      expect(await find(other)).toEqual(other)
    })

    test('are not added by `save`', async () => {
      const { account, find, entries } = await openEntries()
      const gone = aFormEntry({ account: account.id })
      await entries((store) => store.save(gone))
      expect(await find(gone)).toBeNull()
    })

    test('belong to one account, even if another account has an entry with the same id', async () => {
      const { add, find, entries, neighbour } = await openEntries()
      const other = await neighbour()
      const ours = await add()
      expect(await find({ ...ours, account: other.id })).toBeNull()
      expect(await entries((store) => store.lock(other.id, ours.id))).toBeNull()
      const theirs = await add({ ...ours, account: other.id, attempts: 3 })
      await entries((store) => store.save({ ...theirs, attempts: 4 }))
      expect(await find(ours)).toEqual(ours)
      expect(await find(theirs)).toMatchObject({ attempts: 4 })
    })

    test('stay locked until the unit of work ends, so that all concurrent attempts are counted', async () => {
      const { add, find, entries } = await openEntries()
      const entry = await add({ attempts: 0 })
      const tryOnce = () =>
        entries(async (store) => {
          const locked = (await store.lock(entry.account, entry.id))!
          await store.find(entry.account, entry.id)
          await store.save({ ...locked, attempts: locked.attempts + 1 })
        })
      for (const round of [1, 2]) {
        await Promise.all(Array.from({ length: 8 }, tryOnce))
        expect(await find(entry)).toMatchObject({ attempts: 8 * round })
      }
    })
  })

  describe('trimming form entries', () => {
    test('deletes the entries of one account that have an old code, oldest first, up to the limit', async () => {
      const { account, add, find, entries, neighbour } = await openEntries()
      const other = await neighbour()
      const [young, third, first, second] = [
        await add({ createdAt: after(0), codeAt: after(11) }),
        await add({ codeAt: after(10) }),
        await add({ codeAt: after(8) }),
        await add({ codeAt: after(9) }),
      ]
      const theirs = await add({ account: other.id, codeAt: after(1) })
      const trim = (limit: number) => entries((store) => store.trim(account.id, after(10), limit))
      expect(await trim(2)).toBe(2)
      expect([await find(first!), await find(second!), await find(third!)]).toEqual([null, null, third])
      expect([await trim(2), await trim(2)]).toEqual([1, 0])
      expect([await find(young!), await find(theirs)]).toEqual([young, theirs])
    })
  })
}
