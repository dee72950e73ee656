import { describe, expect, test } from '@jest/globals'
import type { Message } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { after } from '../fixtures/builders.js'
import { anInboundText } from '../fixtures/sending-builders.js'

export function describePossibleOptOutStore(open: OpenTestAdapters) {
  async function openStore() {
    const fixture = await accountFixture(await open())
    const { run } = fixture
    const account = fixture.account.id
    return {
      ...fixture,
      text: (seconds: number, given: Partial<Message> = {}) =>
        run(async ({ messages, possibleOptOuts }) => {
          const message = anInboundText({ account, body: 'stop it', createdAt: after(seconds), ...given })
          await messages.add([message])
          await possibleOptOuts.add(message)
          return message
        }),
      list: (page = 1, limit = 10, of = account) =>
        run(({ possibleOptOuts }) => possibleOptOuts.list(of, { page, limit })),
    }
  }

  describe('possible opt-outs', () => {
    test('are listed in pages, newest first, then by descending id', async () => {
      const { text, list } = await openStore()
      const texts = [await text(1), await text(3), await text(2), await text(3)]
      const newestFirst = texts.toSorted((a, b) => +b.createdAt - +a.createdAt || (a.id < b.id ? 1 : -1))
      expect(await list()).toEqual({ page: 1, limit: 10, totalCount: 4, results: newestFirst })
      expect(await list(2, 3)).toEqual({ page: 2, limit: 3, totalCount: 4, results: newestFirst.slice(3) })
      expect((await list(3, 3)).results).toEqual([])
    })

    test('are only the messages that were added', async () => {
      const { account, run, text, list } = await openStore()
      await run(({ messages }) => messages.add([anInboundText({ account: account.id, body: 'Hello' })]))
      const added = await text(1)
      await run(({ possibleOptOuts }) => possibleOptOuts.add(added))
      expect(await list()).toMatchObject({ totalCount: 1, results: [{ id: added.id, body: 'stop it' }] })
    })

    test('belong to one account', async () => {
      const { text, list, neighbour } = await openStore()
      const { id } = await neighbour()
      const theirs = await text(1, { account: id })
      expect(await list()).toMatchObject({ totalCount: 0, results: [] })
      expect(await list(1, 10, id)).toMatchObject({ totalCount: 1, results: [{ id: theirs.id }] })
    })
  })
}
