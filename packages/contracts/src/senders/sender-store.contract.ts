import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { aSender } from '../fixtures/sending-builders.js'

export function describeSenderStore(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('senders', () => {
    test('of an account are returned oldest first, then by number, and are not visible to other accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const a = aSender({ account: account.id, number: '12345', createdAt: after(5) })
      const b = aSender({ account: account.id, number: '+12025550199', createdAt: after(5) })
      const c = aSender({ account: account.id, number: '99999', createdAt: after(1) })
      for (const sender of [a, b, c]) expect(await run(({ senders }) => senders.put(sender))).toBe(true)
      expect(await run(({ senders }) => senders.of(account.id))).toEqual([c, b, a])
      const other = await neighbour()
      expect(await run(({ senders }) => senders.of(other.id))).toEqual([])
    })

    test('keep every field', async () => {
      const { run, account } = await openFixture()
      const sender = aSender({
        account: account.id,
        status: 'inactive',
        mms: false,
        messagesPerSecond: 0.5,
        carrier: 'main',
      })
      await run(({ senders }) => senders.put(sender))
      expect(await run(({ senders }) => senders.of(account.id))).toEqual([sender])
    })

    test('of the account are replaced when a sender with the same number is put', async () => {
      const { run, account } = await openFixture()
      await run(({ senders }) => senders.put(aSender({ account: account.id })))
      const changed = aSender({ account: account.id, status: 'inactive', mms: false, messagesPerSecond: 3 })
      expect(await run(({ senders }) => senders.put(changed))).toBe(true)
      expect(await run(({ senders }) => senders.of(account.id))).toEqual([changed])
    })

    test('are not stored if another account has the number: `put` returns false and changes nothing', async () => {
      const { run, account, neighbour } = await openFixture()
      const [ours, other] = [aSender({ account: account.id }), await neighbour()]
      await run(({ senders }) => senders.put(ours))
      expect(await run(({ senders }) => senders.put(aSender({ account: other.id, mms: false })))).toBe(false)
      expect(await run(({ senders }) => senders.of(account.id))).toEqual([ours])
      expect(await run(({ senders }) => senders.of(other.id))).toEqual([])
    })

    test('are found by their carrier in all accounts, if they are active, lowest first and up to a limit', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const [main, none] = [
        `main-${account.id.slice(-20)}`,
        await run(({ senders }) => senders.ofCarrier(null, 10_000)),
      ]
      const numberAt = (n: number) => `+1415555${String(1000 + n)}`
      for (const [n, carrier] of [main, main, main, 'backup', null].entries()) {
        const sender = aSender({ account: n === 1 ? other.id : account.id, number: numberAt(4 - n), carrier })
        await run(({ senders }) => senders.put(n === 2 ? { ...sender, status: 'inactive' } : sender))
      }
      expect(await run(({ senders }) => senders.ofCarrier(main, 10))).toEqual([numberAt(3), numberAt(4)])
      expect(await run(({ senders }) => senders.ofCarrier(main, 1))).toEqual([numberAt(3)])
      expect(await run(({ senders }) => senders.ofCarrier(null, 10_000))).toEqual([...none, numberAt(0)].sort())
    })

    test('are counted by the carrier that they name, in all accounts, if they are active', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const [a, b] = [`a-${account.id.slice(-20)}`, `b-${account.id.slice(-20)}`]
      for (const [n, carrier] of [b, a, a, b, null].entries()) {
        const sender = aSender({ account: n === 1 ? other.id : account.id, number: `+1415556${1_000 + n}`, carrier })
        await run(({ senders }) => senders.put(n === 3 ? { ...sender, status: 'inactive' } : sender))
      }
      const found = await run(({ senders }) => senders.carriers(10_000))
      expect(found.filter(({ carrier }) => carrier === a || carrier === b)).toEqual([
        { carrier: a, senders: 2 },
        { carrier: b, senders: 1 },
      ])
      expect(found.map(({ carrier }) => carrier)).toEqual(found.map(({ carrier }) => carrier).sort())
      expect(await run(({ senders }) => senders.carriers(1))).toEqual(found.slice(0, 1))
    })

    test('that several accounts put concurrently with the same number are stored for only one of the accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const accounts = [account, await neighbour(), await neighbour()]
      const wanted = accounts.map(({ id }) => aSender({ account: id }))
      const results = await Promise.all(wanted.map((sender) => run(({ senders }) => senders.put(sender))))
      expect(results.filter((put) => put)).toHaveLength(1)
      const kept = await Promise.all(accounts.map(({ id }) => run(({ senders }) => senders.of(id))))
      expect(kept.flat()).toEqual([wanted[results.indexOf(true)]])
    })

    test('are found by number, within the account', async () => {
      const { run, account, neighbour } = await openFixture()
      const [ours, other] = [aSender({ account: account.id, mms: false, messagesPerSecond: 2.5 }), await neighbour()]
      await run(({ senders }) => senders.put(ours))
      expect(await run(({ senders }) => senders.find(account.id, ours.number))).toEqual(ours)
      expect(await run(({ senders }) => senders.find(other.id, ours.number))).toBeNull()
      expect(await run(({ senders }) => senders.find(account.id, '12345'))).toBeNull()
    })

    test('of any account are found by number with `owner`', async () => {
      const { run, neighbour } = await openFixture()
      const other = await neighbour()
      const theirs = aSender({ account: other.id, number: '54321' })
      await run(({ senders }) => senders.put(theirs))
      expect(await run(({ senders }) => senders.owner('54321'))).toEqual(theirs)
      expect(await run(({ senders }) => senders.owner('12345'))).toBeNull()
    })

    test('that are removed leave their numbers to other accounts', async () => {
      const { run, account, neighbour } = await openFixture()
      const sender = aSender({ account: account.id })
      await run(({ senders }) => senders.put(sender))
      await run(({ senders }) => senders.remove(account.id, sender.number))
      expect(await run(({ senders }) => senders.of(account.id))).toEqual([])
      const other = await neighbour()
      expect(await run(({ senders }) => senders.put({ ...sender, account: other.id }))).toBe(true)
    })

    test('of another account are not deleted by `remove`', async () => {
      const { run, account, neighbour } = await openFixture()
      const other = await neighbour()
      const theirs = aSender({ account: other.id })
      await run(({ senders }) => senders.put(theirs))
      await run(({ senders }) => senders.remove(account.id, theirs.number))
      expect(await run(({ senders }) => senders.of(other.id))).toEqual([theirs])
    })
  })
}
