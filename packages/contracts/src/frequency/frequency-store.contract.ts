import { describe, expect, test } from '@jest/globals'
import {
  CAP_PERIOD_MAX_MS,
  type FrequencyStore,
  type FrequencyUse,
  type MessageId,
  type PhoneNumber,
  type SingleSent,
  withMessage,
} from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, NOW, after, ids, phoneOf } from '../fixtures/builders.js'
import { aMessage } from '../fixtures/sending-builders.js'

export function describeFrequencyStore(open: OpenTestAdapters) {
  const openUses = async () => {
    const fixture = await accountFixture(await open())
    const account = fixture.account.id
    const frequencies = <T>(use: (store: FrequencyStore) => Promise<T>) =>
      fixture.run((stores) => use(stores.frequencies))
    const add = (phone: PhoneNumber, use: FrequencyUse, of = account) =>
      frequencies(async (store) => {
        const uses = await store.lock(of, [phone])
        await store.save(of, new Map([[phone, withMessage(uses.get(phone) ?? [], use)]]))
      })
    return {
      ...fixture,
      id: account,
      frequencies,
      add,
      find: (phones: readonly PhoneNumber[] = [ANN, BOB, CAT], of = account) =>
        frequencies((store) => store.find(of, phones)),
      trim: (limit: number, until: Date) => frequencies((store) => store.trim(account, until, limit)),
      singles: (given: { readonly since?: Date; readonly limit?: number } = {}) =>
        frequencies((store) => store.singles(account, [ANN, BOB], { since: NOW, limit: 10, ...given })),
    }
  }
  const aUse = (given: Partial<FrequencyUse> = {}): FrequencyUse => {
    return { message: ids.next('msg'), atMs: after(1).getTime(), ...given }
  }

  describe('uses of frequency caps', () => {
    test('are found for the numbers that have any, as they were saved', async () => {
      const { add, find, frequencies, id } = await openUses()
      expect(await find()).toEqual(new Map())
      const [one, two, three] = [aUse(), aUse({ isReserved: true }), aUse()]
      await add(ANN, one)
      await add(ANN, two)
      await add(CAT, three)
      const expected = new Map([
        [ANN, [one, two]],
        [CAT, [three]],
      ])
      expect(await find()).toEqual(expected)
      expect(await frequencies((store) => store.lock(id, [CAT, BOB, ANN]))).toEqual(expected)
      expect(await find([BOB])).toEqual(new Map())
      expect(await find([])).toEqual(new Map())
      expect(await frequencies((store) => store.lock(id, []))).toEqual(new Map())
    })

    test('of a locked number that gets none are still none', async () => {
      const { frequencies, find, id } = await openUses()
      await frequencies((store) => store.lock(id, [ANN, ANN]))
      expect(await find()).toEqual(new Map())
    })

    test('belong to one account', async () => {
      const { add, find, neighbour } = await openUses()
      const other = (await neighbour()).id
      await add(ANN, aUse())
      expect(await find([ANN], other)).toEqual(new Map())
    })

    test('are rolled back with the unit of work', async () => {
      const { run, find, id } = await openUses()
      const failing = run(async ({ frequencies }) => {
        await frequencies.lock(id, [ANN])
        await frequencies.save(id, new Map([[ANN, [aUse()]]]))
        throw new Error('No')
      })
      await expect(failing).rejects.toThrow('No')
      expect(await find()).toEqual(new Map())
    })

    test('can be given back, also several of one number, and twice', async () => {
      const { add, find, frequencies, id } = await openUses()
      const uses = [aUse(), aUse(), aUse()]
      for (const use of uses) await add(ANN, use)
      const unused = [uses[0]!, uses[2]!].map(({ message }) => ({ phone: ANN, message }))
      const unknown = { phone: BOB, message: ids.next('msg') }
      for (let n = 0; n < 2; n++) await frequencies((store) => store.giveBack(id, [...unused, unknown]))
      expect(await find()).toEqual(new Map([[ANN, [uses[1]!]]]))
      await frequencies((store) => store.giveBack(id, []))
      await frequencies((store) => store.giveBack(id, [{ phone: ANN, message: uses[1]!.message }]))
      expect(await find()).toEqual(new Map())
    })

    test('of one number are counted one after the other, however many units of work count at once', async () => {
      const { run, find, id } = await openUses()
      const phones = Array.from({ length: 50 }, (_, n) => phoneOf(n))
      const max = 3
      const count = (own: readonly PhoneNumber[]) =>
        run(async ({ frequencies }) => {
          const uses = await frequencies.lock(id, own)
          const open = own.filter((phone) => (uses.get(phone) ?? []).length < max)
          const added = open.map((phone) => [phone, withMessage(uses.get(phone) ?? [], aUse())] as const)
          await frequencies.save(id, new Map(added))
          return open.length
        })
      const orders = [phones, phones.toReversed(), phones, phones.toReversed(), phones, phones.toReversed()]
      const counted = await Promise.all(orders.map(count))
      expect(counted.reduce((sum, one) => sum + one, 0)).toBe(max * phones.length)
      expect([...(await find(phones)).values()].map((uses) => uses.length)).toEqual(phones.map(() => max))
    })

    test('are deleted when the last of them cannot matter any more, up to the limit, for one account', async () => {
      const { add, find, trim, neighbour } = await openUses()
      const other = (await neighbour()).id
      const phones = [0, 1, 2, 3].map(phoneOf)
      for (const [i, phone] of phones.entries()) await add(phone, aUse({ atMs: after(i + 1).getTime() }))
      await add(phones[0]!, aUse({ atMs: after(4).getTime() }))
      await add(ANN, aUse(), other)
      const until = new Date(after(3).getTime() + CAP_PERIOD_MAX_MS)
      expect([await trim(1, until), await trim(1, until), await trim(1, until)]).toEqual([1, 1, 0])
      expect([...(await find(phones)).keys()]).toEqual([phones[0], phones[3]])
      expect((await find([ANN], other)).size).toBe(1)
    })
  })

  describe('single sends that count towards frequency caps', () => {
    test('are the newest to each number after an instant, that were submitted or may still be', async () => {
      const { run, account, singles } = await openUses()
      const given = { account: account.id, from: '+12025550199' }
      const single = (more: Partial<Parameters<typeof aMessage>[0]> = {}) =>
        aMessage({ ...given, to: ANN, createdAt: after(1), status: 'sent', phase: null, ...more })
      const failedBy = (type: 'carrier_rejected' | 'provider_unavailable' | 'opted_out_before_send') =>
        single({ status: 'failed', failure: { type, message: 'No' } })
      const counting = [
        single({ createdAt: after(9) }),
        single({ status: 'queued', phase: 'waiting', createdAt: after(8) }),
        { ...failedBy('carrier_rejected'), createdAt: after(7) },
      ]
      const others = [
        single({ createdAt: NOW }),
        failedBy('provider_unavailable'),
        failedBy('opted_out_before_send'),
        single({ purpose: 'confirmation' }),
        single({ purpose: 'answer' }),
        single({ purpose: 'opt-in' }),
        single({ purpose: 'code' }),
        single({ broadcast: ids.next('brc') }),
        single({ direction: 'inbound' }),
        single({ to: CAT }),
      ]
      const toBob = single({ to: BOB, createdAt: after(2) })
      await run(({ messages }) => messages.add([...others, ...counting.toReversed(), toBob]))
      const sent = ({ id, createdAt }: { readonly id: MessageId; readonly createdAt: Date }) => {
        return { message: id, atMs: createdAt.getTime() }
      }
      const ofBob: [PhoneNumber, SingleSent[]] = [BOB, [sent(toBob)]]
      expect(await singles()).toEqual(new Map([[ANN, counting.map(sent)], ofBob]))
      expect(await singles({ limit: 2 })).toEqual(new Map([[ANN, counting.slice(0, 2).map(sent)], ofBob]))
      expect(await singles({ since: after(8) })).toEqual(new Map([[ANN, [sent(counting[0]!)]]]))
    })
  })
}
