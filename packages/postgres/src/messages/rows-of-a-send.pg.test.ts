import {
  acceptanceOf,
  accountFixture,
  aLedgerEntry,
  ids,
  NOW,
  phoneOf,
  sentOf,
  singleSendStoreFixture,
} from '@carillon/contracts'
import type { Message } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { PostgresRecipientKeyStore } from '../idempotency/recipient-key-store.js'
import { rowsWrittenBy } from '../testing/rows-written.js'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresSingleSendStore } from './single-send-store.js'

/*
 * Each row and each entry of an index is work for every send. So a figure may only rise for a good reason, and should
 * be lowered when one is saved. The figures are in docs/benchmarks.md, too.
 */

const KEY = 'order-1'
const INSERTED = { inserted: 1, updated: 0, hot: 0, deleted: 0, indexEntries: 1 }

const OF_A_SEND = {
  credit_balance: { inserted: 0, updated: 2, hot: 2, deleted: 0, indexEntries: 0 },
  job: { inserted: 1, updated: 0, hot: 0, deleted: 1, indexEntries: 3 },
  ledger_entry: { inserted: 2, updated: 0, hot: 0, deleted: 0, indexEntries: 2 },
  message: { inserted: 1, updated: 1, hot: 1, deleted: 0, indexEntries: 4 },
  statistic_change: { inserted: 2, updated: 0, hot: 0, deleted: 0, indexEntries: 2 },
}

test('a single send writes six rows with eleven index entries until it is settled', async () => {
  expect(await writtenBySend({})).toEqual(OF_A_SEND)
})

test('sends of one account that are gathered share the rows of its balance and its statistics', async () => {
  const written = await writtenBySends(5, {})
  const { credit_balance: balance, statistic_change: statistics } = OF_A_SEND
  expect(written).toMatchObject({ credit_balance: balance, statistic_change: statistics })
  expect(written).toMatchObject({ message: { inserted: 5 }, job: { inserted: 5 }, ledger_entry: { inserted: 10 } })
})

test('the idempotency key of a send is one row, and takes three index entries because it gets an expiry', async () => {
  expect(await writtenBySend({ idempotencyKey: KEY })).toEqual({
    ...OF_A_SEND,
    idempotency_key: { inserted: 1, updated: 1, hot: 0, deleted: 0, indexEntries: 3 },
  })
})

test('the key of a recipient is one row with one index entry', async () => {
  const database = await openTestDatabase()
  const { account } = await accountFixture(database)
  const keys = { account: account.id, broadcast: ids.next('brc'), phones: [phoneOf(1)], keys: [KEY], now: NOW }
  const written = await rowsWrittenBy(database.url, (trx) => new PostgresRecipientKeyStore(trx).bind(keys))
  expect(written).toEqual({ recipient_key: INSERTED })
})

function writtenBySend(given: Partial<Message>) {
  return writtenBySends(1, given)
}

async function writtenBySends(count: number, given: Partial<Message>) {
  const database = await openTestDatabase()
  const fixture = await singleSendStoreFixture(async () => database)
  const account = fixture.account.id
  await fixture.run(({ credits }) => credits.post(account, [aLedgerEntry({ account, amount: 10 })]))
  const messages = Array.from({ length: count }, () => fixture.message(given))
  return rowsWrittenBy(database.url, async (trx) => {
    const store = new PostgresSingleSendStore(trx)
    const decisions = await store.accept(messages.map((message) => acceptanceOf(message)))
    expect(decisions).toEqual(messages.map(() => ({ isAccepted: true })))
    await store.settle(messages.map((message) => sentOf(message)))
  })
}
