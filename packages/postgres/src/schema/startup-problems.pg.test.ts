import { expect, test } from '@jest/globals'
import { openBlankDatabase, openTestDatabase } from '../testing/test-database.js'
import { pendingMigrations } from './migrations.js'
import { startupProblems } from './startup-problems.js'

const clockAt = (offsetMs: number) => ({ now: () => new Date(Date.now() + offsetMs) })

test('a reachable, migrated database with the right time has no problems', async () => {
  const { knex } = await openTestDatabase()
  expect(await startupProblems({ knex, clock: clockAt(0) })).toEqual([])
})

test('a database without the schema is reported with its missing migrations', async () => {
  const { knex } = await openBlankDatabase()
  const all = (await pendingMigrations(knex)).join(', ')
  expect(all).toMatch(/^0001-contacts-and-consent, 0002-messages, /)
  expect(await startupProblems({ knex, clock: clockAt(0) })).toEqual([
    `The database lacks the migration ${all}: run carillon migrate`,
  ])
})

test.each([60_000, -60_000])('a clock that is off by %i ms is reported', async (offsetMs) => {
  const { knex } = await openTestDatabase()
  expect(await startupProblems({ knex, clock: clockAt(offsetMs) })).toEqual([
    expect.stringMatching(/^The clocks of this process and of the database differ by -?(59|60)\d\d\d ms$/),
  ])
})

test('an unreachable database is reported in one line', async () => {
  const { another } = await openTestDatabase()
  const { knex } = await another()
  await knex.destroy()
  expect(await startupProblems({ knex, clock: clockAt(0) })).toEqual([
    expect.stringMatching(/^The database does not answer: .+$/),
  ])
})
