import { memberNumber, NOW, pooledNumber, poolsFixture, type PoolsGiven } from '@carillon/contracts'
import { EraseContact, ReceiveInbound } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'

const RECIPIENTS = 1_200
const BROADCASTS = 4
const WORKERS = 4

async function open(given: PoolsGiven = {}) {
  const database = await openTestDatabase()
  let nowMs = NOW.getTime()
  const clock = { now: () => new Date(nowMs), advance: (ms: number) => void (nowMs += ms) }
  const secrets = keyedSecrets('the secret of a service')
  const { unitOfWork } = database
  const deps = { unitOfWork, clock, secrets, ids: randomIds(clock), chance: systemChance, timer: systemTimer }
  const fixture = await poolsFixture(deps, { members: RECIPIENTS, credits: 100_000, ...given })
  const { account, provider } = fixture
  const eraser = new EraseContact({ ...deps, provider })
  const inbound = new ReceiveInbound({ ...deps, provider })
  const members = async () => {
    const { rows } = await database.knex.raw<{ rows: { number: string; count: string }[] }>(
      'select number, count(*) as count from pool_member where account_id = :account group by number',
      { account: account.id },
    )
    return new Map(rows.map(({ number, count }) => [number, Number(count)]))
  }
  return {
    ...fixture,
    knex: database.knex,
    members,
    erase: (n: number) => eraser.execute({ accountName: account.name, phone: memberNumber(n) }),
    text: (n: number, to: string) =>
      inbound.execute({ from: memberNumber(n), to, body: 'Hello', mediaUrl: null, providerId: `text-${n}` }),
  }
}

test('broadcasts at once to the same new people, with texts and erasures meanwhile: everybody has one number, and the loads are right', async () => {
  const { startFromPool, work, phones, failures, provider, members, loads, numbers, erase, text } = await open({
    rates: [null, null, null],
  })
  const orders = [phones, phones.toReversed()]
  for (let n = 0; n < BROADCASTS; n++) {
    await startFromPool({ recipients: { phones: orders[n % 2]!, keys: null, bodies: null, mediaUrls: null } })
  }
  await Promise.all([
    ...Array.from({ length: WORKERS }, work),
    ...[3, 400, 800].map(erase),
    ...[5, 600, 1_100].map((n) => text(n, pooledNumber(2))),
  ])
  await work()
  expect(failures).toEqual([])
  const erased = new Set([3, 400, 800].map(memberNumber))
  const froms = new Map<string, Set<string>>()
  for (const { to, from } of provider.submitted) {
    if (!erased.has(to as never)) froms.set(to, (froms.get(to) ?? new Set()).add(from))
  }
  expect(froms.size).toBe(RECIPIENTS - erased.size)
  expect([...froms.values()].filter(({ size }) => size !== 1)).toEqual([])
  const stored = await members()
  expect(await loads()).toEqual(numbers.map((number) => stored.get(number) ?? 0))
  expect([...stored.values()].reduce((sum, count) => sum + count, 0)).toBe(RECIPIENTS - erased.size)
})

test('a broadcast from numbers with rates is sent by several workers, and a number that becomes inactive hands over', async () => {
  const { startFromPool, workFor, putSender, read, provider, failures, loads } = await open({
    members: 300,
    rates: [20, 40, 10],
  })
  const { broadcast } = await startFromPool()
  await workFor(2, { stepMs: 500 })
  await putSender(1, { status: 'inactive' })
  const before = provider.submitted.length
  await workFor(20, { stepMs: 500 })
  expect(failures).toEqual([])
  expect(await read(broadcast.id)).toMatchObject({ status: 'completed', counts: { sent: 300 } })
  expect(provider.submitted.slice(before).filter(({ from }) => from === pooledNumber(1))).toEqual([])
  expect((await loads()).reduce((sum, people) => sum + people, 0)).toBe(300)
})

/** How often a broadcast of one slice uses each table of the rates, from a pool of so many numbers. */
async function statementsOf(rates: readonly number[], body: string) {
  const { startFromPool, work, provider, knex, numbers, give, optOutNumber } = await open({ members: 100, rates })
  await give(Array.from({ length: 100 }, (_, n) => [memberNumber(n), numbers[n % numbers.length]!] as const))
  await startFromPool({ body })
  await optOutNumber(memberNumber(0))
  const sent: string[] = []
  knex.on('query', ({ sql }: { sql: string }) => sent.push(sql))
  await work()
  expect(provider.submitted).toHaveLength(99)
  expect(new Set(provider.submitted.map(({ from }) => from)).size).toBe(Math.min(99, numbers.length))
  const withText = (text: string) => sent.filter((sql) => sql.includes(text)).length
  return { all: sent.length, rates: withText('messages_per_second as rate'), throttles: withText('sender_pace') }
}

onePostgresTest.each(['Hi', 'Hi {{contact_first_name}}'])(
  'a slice of the body %j has as many statements from a pool of 100 numbers as from one of 1',
  async (body) => {
    const one = await statementsOf([100], body)
    const hundred = await statementsOf(Array.from({ length: 100 }, () => 1), body) // prettier-ignore
    expect(hundred).toEqual(one)
    // The rates are read when slots are taken and when they end. A new throttle is locked, added, locked, saved; then ended.
    expect(one).toMatchObject({ rates: 2, throttles: 6 })
  },
)
