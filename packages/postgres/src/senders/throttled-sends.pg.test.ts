import { aSender, busiestWindow, memberNumber, NOW, throttlingFixture, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { keyedSecrets, randomIds, systemChance } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { onePostgresTest, openTestDatabase } from '../testing/test-database.js'

const RATE = 20
const STEP_MS = 250
const WORKERS = 3

/** A sender with a rate, a fake clock, and a database with concurrent transactions. Records each submission. */
async function open() {
  const { unitOfWork, knex } = await openTestDatabase()
  const { clock, timer } = inMemory({ now: NOW })
  const secrets = keyedSecrets('the secret of a service')
  const adapters = { unitOfWork, clock, timer, secrets, ids: randomIds(clock), chance: systemChance }
  const reached: number[] = []
  const provider = scriptedProvider()
  const submit: typeof provider.submit = (submissions, options) => {
    reached.push(...submissions.map(() => clock.now().getTime()))
    return provider.submit(submissions, options)
  }
  const given = { messagesPerSecond: RATE, members: 60, credits: 1_000, provider: { ...provider, submit } }
  const fixture = await throttlingFixture(adapters, given)
  const workAtOnce = () => Promise.all(Array.from({ length: WORKERS }, fixture.work))
  return { ...fixture, knex, clock, reached, workAtOnce }
}

test('single sends, replies, a broadcast and retries by several workers never exceed the rate of the sender', async () => {
  const { send, askForHelp, start, read, workAtOnce, queued, clock, reached, provider, failures, credits } =
    await open()
  provider.script.push(...Array.from({ length: 10 }, () => ({ kind: 'try-later', afterMs: null }) as const))
  const { broadcast } = await start()
  for (let round = 0; round < 10; round++) {
    const sends = Array.from({ length: 4 }, (_, i) =>
      send({ to: memberNumber(i), idempotencyKey: `${round}-${i % 3}` }),
    )
    await Promise.all([workAtOnce(), askForHelp(memberNumber(round)), ...sends])
    clock.advance(STEP_MS)
  }
  while ((await queued()) > 0 || (await read(broadcast.id)).counts.queued > 0) {
    await workAtOnce()
    clock.advance(STEP_MS)
  }
  expect(reached).toHaveLength(10 + 60 + 30 + 10)
  expect(busiestWindow(reached, 1_000)).toBe(RATE)
  expect(failures).toEqual([])
  expect((await credits()).reserved.sms).toBe(0)
})

onePostgresTest('a send takes two statements if its sender has no rate, even if other senders have one', async () => {
  const { send, run, account, knex } = await open()
  await run(({ senders }) => senders.put(aSender({ account: account.id, number: '12345', messagesPerSecond: null })))
  const sent: string[] = []
  knex.on('query', ({ sql }: { sql: string }) => sent.push(sql))
  expect((await send({ from: '12345' })).message.status).toBe('sent')
  expect(sent).toHaveLength(2)
})
