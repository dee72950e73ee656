import type { Broadcast, BroadcastStore, Chunk } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aBroadcast } from './broadcast-builders.js'

export type BroadcastStoreFixture = Awaited<ReturnType<typeof broadcastStoreFixture>>

/** An account fixture with shortcuts for broadcasts. */
export async function broadcastStoreFixture(open: OpenTestAdapters) {
  const fixture = await accountFixture(await open())
  const account = fixture.account.id
  const broadcasts = <T>(use: (store: BroadcastStore) => Promise<T>) => fixture.run((stores) => use(stores.broadcasts))
  const add = (broadcast: Broadcast, chunks: readonly Chunk[] = []) =>
    broadcasts((store) => store.add(broadcast, chunks))
  return {
    ...fixture,
    broadcasts,
    add,
    /** Adds and returns a broadcast. */
    added: async (given?: Partial<Broadcast>, chunksFor: (broadcast: Broadcast) => readonly Chunk[] = () => []) => {
      const broadcast = aBroadcast({ account, ...given })
      if (!(await add(broadcast, chunksFor(broadcast)))) throw new Error(`${broadcast.id} is there already`)
      return broadcast
    },
    find: (broadcast: Broadcast) => broadcasts((store) => store.find(broadcast.account, broadcast.id)),
    lockChunk: ({ account, id }: Broadcast, number = 0) =>
      broadcasts((store) => store.lockChunk({ account, broadcast: id, number })),
    chunksAt: ({ account, id }: Broadcast, from: number, until: number) =>
      broadcasts((store) => store.chunksAt(account, id, { from, until })),
  }
}
