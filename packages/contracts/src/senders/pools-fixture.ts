import type { PhoneNumber, Pool, Sender } from '@carillon/core'
import { broadcastingFixture, type BroadcastingGiven } from '../broadcasts/broadcasting-fixture.js'
import { ids } from '../fixtures/builders.js'
import { aSender } from '../fixtures/sending-builders.js'

type Adapters = Parameters<typeof broadcastingFixture>[0] & {
  readonly clock: { readonly advance: (ms: number) => void }
}

export type PoolsGiven = BroadcastingGiven & {
  /** The rates of the numbers of the pool, in its order; null for a number without a rate. */
  readonly rates?: readonly (number | null)[]
}

export function aPool(given: Partial<Pool> = {}): Pool {
  return { id: ids.next('pool'), name: 'Main', numbers: [pooledNumber(0)], ...given }
}

/** The nth number of the pool, counted from 0. No member has its area code. */
export function pooledNumber(n: number): string {
  return `+1202555${1_000 + n}`
}

/** An account with a pool of numbers, and with everything that a broadcast needs to complete. */
export async function poolsFixture<A extends Adapters>(
  adapters: A,
  { rates = [null, null], ...given }: PoolsGiven = {},
) {
  const numbers = rates.map((_, n) => pooledNumber(n))
  const pool = aPool({ numbers })
  const account = { ...given.account, pools: [pool, ...(given.account?.pools ?? [])] }
  const fixture = await broadcastingFixture(adapters, { ...given, account })
  const { run, work, provider, clock, account: { id } } = fixture // prettier-ignore
  const putSender = (n: number, one: Partial<Sender> = {}) =>
    run(({ senders }) =>
      senders.put(aSender({ account: id, number: pooledNumber(n), messagesPerSecond: rates[n] ?? null, ...one })),
    )
  for (const n of rates.keys()) await putSender(n)
  return {
    ...fixture,
    pool,
    numbers,
    putSender,
    startFromPool: (one: Parameters<typeof fixture.start>[0] = {}) => fixture.start({ from: pool.id, ...one }),
    /** The number that each person has in the pool. */
    kept: (phones: readonly PhoneNumber[] = fixture.phones) => run(({ pools }) => pools.numbersOf(id, pool.id, phones)),
    give: (given: readonly (readonly [PhoneNumber, string])[]) =>
      run(async ({ pools }) => {
        await pools.lockLoads(id, pool)
        await pools.assign(id, pool.id, new Map(given))
      }),
    loads: async () => [...(await run(({ pools }) => pools.loads(id, pool))).values()],
    /** Works for this time, in steps. Returns when each message was submitted, by its number. */
    workFor: async (seconds: number, { stepMs = 100 }: { readonly stepMs?: number } = {}) => {
      const at = new Map<string, number[]>()
      for (let ms = 0; ms < seconds * 1_000; ms += stepMs) {
        const before = provider.submitted.length
        await work()
        for (const { from } of provider.submitted.slice(before)) {
          at.set(from, [...(at.get(from) ?? []), clock.now().getTime()])
        }
        clock.advance(stepMs)
      }
      return at
    },
  }
}
