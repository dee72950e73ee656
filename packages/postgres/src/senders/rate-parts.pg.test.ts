import { memberNumber, NOW, throttlingFixture, scriptedProvider, type BroadcastingGiven } from '@carillon/contracts'
import { ratePartsOf } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { keyedSecrets, randomIds, systemChance } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'

const STEP_MS = 250
const WORKERS = 3
const THREE_PARTS = 'Carillon '.repeat(40)

type Given = BroadcastingGiven & { readonly messagesPerSecond: number | null }

/** A sender, a fake clock, and a database with concurrent transactions. Records when parts are submitted. */
async function open(given: Given) {
  const { unitOfWork, knex } = await openTestDatabase()
  const { clock, timer } = inMemory({ now: NOW })
  const secrets = keyedSecrets('the secret of a service')
  const adapters = { unitOfWork, clock, timer, secrets, ids: randomIds(clock), chance: systemChance }
  const reached: { readonly ms: number; readonly parts: number }[] = []
  const provider = scriptedProvider()
  const submit: typeof provider.submit = (submissions, options) => {
    reached.push(...submissions.map((one) => ({ ms: clock.now().getTime(), parts: ratePartsOf(one) })))
    return provider.submit(submissions, options)
  }
  const fixture = await throttlingFixture(adapters, { credits: 1_000, provider: { ...provider, submit }, ...given })
  const workAtOnce = () => Promise.all(Array.from({ length: WORKERS }, fixture.work))
  return { ...fixture, knex, clock, reached, workAtOnce }
}

test('single sends and a broadcast of long texts by several workers never have more parts than the rate', async () => {
  const rate = 10
  const { send, start, read, workAtOnce, queued, clock, reached, failures } = await open({
    messagesPerSecond: rate,
    members: 30,
  })
  const { broadcast } = await start({ body: `${THREE_PARTS}{{contact_first_name}}` })
  for (let round = 0; round < 8; round++) {
    const long = send({ to: memberNumber(round), body: THREE_PARTS, idempotencyKey: `${round}` })
    const short = send({ to: memberNumber(round), body: 'Hi', idempotencyKey: `${round} short` })
    await Promise.all([workAtOnce(), long, short])
    clock.advance(STEP_MS)
  }
  while ((await queued()) > 0 || (await read(broadcast.id)).counts.queued > 0) {
    await workAtOnce()
    clock.advance(STEP_MS)
  }
  expect(reached.map(({ parts }) => parts).toSorted()).toEqual([...Array(8).fill(1), ...Array(30 + 8).fill(3)])
  const within = (fromMs: number) => reached.filter(({ ms }) => ms >= fromMs && ms < fromMs + 1_000)
  for (const { ms } of reached) {
    expect(within(ms).reduce((sum, { parts }) => sum + parts, 0)).toBeLessThanOrEqual(rate)
  }
  expect(failures).toEqual([])
})

onePostgresTest.each<[Given, number]>([
  [{ messagesPerSecond: null }, 0],
  [{ messagesPerSecond: 100, account: { rateCounts: 'messages' } }, 0],
  [{ messagesPerSecond: 100 }, 1],
])('a slice with %j reads its rate as often as ever, and renders its texts %d times more', async (given, more) => {
  const statementsOf = async (body: string) => {
    const { start, work, knex, provider } = await open({ members: 3, ...given })
    await start({ body })
    const sent: string[] = []
    knex.on('query', ({ sql }: { sql: string }) => sent.push(sql))
    await work()
    expect(provider.submitted).toHaveLength(3)
    return sent
  }
  const plain = await statementsOf('Hi')
  const rendered = await statementsOf('Hi {{contact_first_name}}')
  const withContacts = (statements: readonly string[]) => statements.filter((sql) => sql.includes('first_name'))
  expect(withContacts(plain)).toHaveLength(0)
  expect(withContacts(rendered)).toHaveLength(1 + more)
  // Before the slots are taken, and when they end.
  expect(plain.filter((sql) => sql.includes('messages_per_second'))).toHaveLength(2)
})
