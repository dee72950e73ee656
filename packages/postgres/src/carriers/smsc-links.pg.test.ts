import { after, describeSmscLinks, NOW } from '@carillon/contracts'
import { SimulationClock } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { randomUUID } from 'node:crypto'
import { openTestDatabase } from '../testing/test-database.js'
import { PostgresSmscLinks } from './smsc-links.js'

const DAY_S = 86_400

async function open() {
  const { knex } = await openTestDatabase()
  const clock = new SimulationClock(NOW)
  // The tests of a file share a database.
  const smsc: string = randomUUID()
  const linksOf = (carrier = smsc) => new PostgresSmscLinks({ knex, clock, carrier })
  return { knex, clock, smsc, linksOf }
}

describeSmscLinks(async () => {
  const { clock, linksOf } = await open()
  return { links: linksOf(), twin: linksOf(), advance: (ms) => clock.advance(ms) }
})

test('another carrier with the same ids has links of its own', async () => {
  const { linksOf } = await open()
  await linksOf().save([{ kind: 'id', key: 'a', reference: 'text', part: 1, parts: 1 }])
  expect(await linksOf('other').settle({ id: 'a', echo: null, at: null, failure: null })).toBeNull()
})

test('links and states are deleted after eight days', async () => {
  const { knex, clock, smsc, linksOf } = await open()
  const links = linksOf()
  await links.save([
    { kind: 'id', key: 'a', reference: 'text', part: 1, parts: 1 },
    { kind: 'echo', key: 'e', reference: 'text', part: 1, parts: 1 },
  ])
  await links.settle({ id: 'a', echo: null, at: null, failure: null })
  await links.markReported(['text'])
  const count = async () => {
    const tables = ['smsc_message', 'smsc_echo', 'smsc_text']
    const counts = await Promise.all(
      tables.map((table) => knex(table).where({ carrier: smsc }).count<[{ count: string }]>()),
    )
    return counts.map(([row]) => Number(row!.count))
  }
  clock.set(after(7 * DAY_S))
  await links.trim()
  expect(await count()).toEqual([1, 1, 1])
  clock.set(after(8 * DAY_S))
  await links.trim()
  expect(await count()).toEqual([0, 0, 0])
})

test('one call deletes several thousand rows, and not those that are locked', async () => {
  const { knex, clock, smsc, linksOf } = await open()
  await knex.raw(
    `insert into smsc_message (carrier, id, saved_at)
     select :smsc, 'id-' || n, :now from generate_series(1, 2500) as each (n)`,
    { smsc, now: clock.now() },
  )
  clock.set(after(8 * DAY_S))
  await knex.transaction(async (trx) => {
    await trx('smsc_message').where({ carrier: smsc, id: 'id-7' }).forUpdate()
    await linksOf().trim()
  })
  expect(await knex('smsc_message').where({ carrier: smsc }).pluck<string[]>('id')).toEqual(['id-7'])
})

test('saving many links takes as many statements as saving one', async () => {
  const { knex, linksOf } = await open()
  const links = linksOf()
  let statements = 0
  knex.on('query', () => statements++)
  const save = async (count: number, name: string) => {
    const keys = Array.from({ length: count }, (_, i) => `${name}-${i}`)
    for (const id of keys) await links.settle({ id, echo: null, at: null, failure: null })
    const before = statements
    const results = await links.save(
      keys.flatMap((key) => [
        { kind: 'id', key, reference: key, part: 1, parts: 1 },
        { kind: 'echo', key, reference: key, part: 1, parts: 1 },
      ]),
    )
    expect(results).toHaveLength(count)
    return statements - before
  }
  expect(await save(40, 'many')).toBe(await save(1, 'one'))
})

test('an id that the SMSC gives to two texts at the same time belongs to the second', async () => {
  const { linksOf } = await open()
  const links = linksOf()
  await links.save(['first', 'second'].map((reference) => ({ kind: 'id', key: 'a', reference, part: 1, parts: 1 })))
  expect(await links.settle({ id: 'a', echo: null, at: null, failure: null })).toMatchObject({ reference: 'second' })
})

test('a failure keeps a code that contains NUL', async () => {
  const { linksOf } = await open()
  const links = linksOf()
  const failure = { type: 'expired', message: 'Too late', carrierCode: '7\0' } as const
  await links.save([{ kind: 'id', key: 'a', reference: 'text', part: 1, parts: 1 }])
  expect(await links.settle({ id: 'a', echo: null, at: null, failure })).toMatchObject({ failure })
})
