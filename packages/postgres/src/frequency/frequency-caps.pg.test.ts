import { broadcastingFixture, NOW } from '@carillon/contracts'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'
import { rowsComparedBy } from '../testing/rows-compared.js'
import { PostgresFrequencyStore } from './frequency-store.js'

const RECIPIENTS = 1_200
const BROADCASTS = 5
const WORKERS = 4
const CAP = { messages: 2, per: '24h', counts: 'bulk', group: null } as const

async function adapters() {
  const { unitOfWork, url } = await openTestDatabase()
  const clock = { now: () => NOW }
  const ids = randomIds(clock)
  const secrets = keyedSecrets('the secret of a service')
  return { url, unitOfWork, clock, ids, secrets, chance: systemChance, timer: systemTimer }
}

test('broadcasts at once to the same people, sent by several workers: everybody gets exactly as many texts as the cap allows', async () => {
  const account = { frequencyCaps: [CAP] }
  const given = { account, members: RECIPIENTS, credits: 4 * BROADCASTS * RECIPIENTS }
  const { start, work, read, provider, phones, failures, credits } = await broadcastingFixture(await adapters(), given)
  // In opposite orders, so that slices ask for the locks of the same numbers in different orders.
  const orders = [phones, phones.toReversed()]
  const started = []
  for (let n = 0; n < BROADCASTS; n++) {
    const recipients = { phones: orders[n % 2]!, keys: null, bodies: null, mediaUrls: null }
    started.push((await start({ recipients })).broadcast.id)
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  expect(failures).toEqual([])
  const texts = new Map<string, number>()
  for (const { to } of provider.submitted) texts.set(to, (texts.get(to) ?? 0) + 1)
  expect(new Set(texts.values())).toEqual(new Set([CAP.messages]))
  expect(texts.size).toBe(RECIPIENTS)
  const counts = await Promise.all(started.map(async (id) => (await read(id)).counts))
  const sumOf = (name: 'sent' | 'failed') => counts.reduce((sum, one) => sum + one[name], 0)
  expect([sumOf('sent'), sumOf('failed')]).toEqual([2 * RECIPIENTS, (BROADCASTS - 2) * RECIPIENTS])
  expect((await credits()).reserved).toEqual({ sms: 0, mms: 0 })
})

test('a retry of a broadcast whose recipients were left out leaves them out again', async () => {
  const account = { frequencyCaps: [{ ...CAP, messages: 1 }] }
  const { start, work, read, retry } = await broadcastingFixture(await adapters(), { account, members: 3 })
  const first = await start()
  await work()
  const second = await start()
  await work()
  const third = await retry(second.broadcast.id)
  await work()
  const counts = await Promise.all(
    [first, second, third].map(async ({ broadcast }) => (await read(broadcast.id)).counts),
  )
  expect(counts).toMatchObject([{ sent: 3 }, { failed: 3 }, { failed: 3 }])
})

const STORED = 2_000

onePostgresTest('the uses of a few numbers are found by their keys, whatever Postgres knows of the table', async () => {
  const { url, unitOfWork } = await adapters()
  const { account, phones, start, work } = await broadcastingFixture(
    { ...(await adapters()), unitOfWork },
    { account: { frequencyCaps: [CAP] }, members: STORED, credits: 4 * STORED },
  )
  await start()
  await work()
  const wanted = phones.slice(0, 100)
  let found = 0
  const compared = await rowsComparedBy(url, async (knex) => {
    const store = new PostgresFrequencyStore(knex)
    found = (await store.find(account.id, wanted)).size
    await store.singles(account.id, wanted, { since: NOW, limit: 10 })
  })
  expect(found).toBe(wanted.length)
  expect(compared).toBeLessThan(STORED)
})
