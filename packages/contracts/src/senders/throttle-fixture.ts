import type { RateCounts, SenderSlotRequest, ThrottleStore } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after, NOW } from '../fixtures/builders.js'
import { aSender } from '../fixtures/sending-builders.js'

export const FROM = '+12025550100'
export const LEASE_S = 60
export const WINDOW_S = 1

/** An account with a sender of this rate, and its throttles. */
export async function openThrottles(open: OpenTestAdapters, messagesPerSecond: number | null) {
  const fixture = await accountFixture(await open())
  const account = fixture.account.id
  const setRate = (rate: number | null, number = FROM) =>
    fixture.run(({ senders }) => senders.put(aSender({ account, number, messagesPerSecond: rate })))
  await setRate(messagesPerSecond)
  const throttles = <T>(use: (store: ThrottleStore) => Promise<T>) => fixture.run((stores) => use(stores.throttles))
  const request = (given: Partial<SenderSlotRequest> = {}): SenderSlotRequest => {
    const request = { account, sender: FROM, id: 'turn', wanted: 1, joinsQueue: false }
    return { ...request, now: NOW, until: after(LEASE_S), ...given }
  }
  return {
    ...fixture,
    throttles,
    setRate,
    setCounts: (rateCounts: RateCounts) =>
      fixture.run(({ accounts }) => accounts.save({ ...fixture.account, rateCounts })),
    take: (given?: Partial<SenderSlotRequest>) => throttles((store) => store.take(request(given))),
    end: (id: string, at = NOW) => throttles((store) => store.end({ account, sender: FROM, id, at })),
    /** Takes slots of several senders at their rates, which are those of the account. */
    takeOfEach: (wanted: Readonly<Record<string, number>>, given: Partial<SenderSlotRequest> = {}) =>
      throttles(async (store) => {
        const rates = await store.ratesOf(account, Object.keys(wanted))
        const { account: _, ...slots } = request(given)
        const requests = Object.entries(wanted).map(([sender, count]) => ({
          ...{ ...slots, sender, wanted: count, rate: rates.get(sender)! },
        }))
        return (await store.takeOfEach(account, requests)).map(({ taken }) => taken)
      }),
    endOfEach: (senders: readonly string[], id: string, at = NOW) =>
      throttles((store) => store.endOfEach({ account, senders, id, at })),
  }
}
