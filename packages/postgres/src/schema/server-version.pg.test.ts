import { expect, test } from '@jest/globals'
import makeKnex from 'knex'
import { openBlankDatabase } from '../testing/test-database.js'
import { migrate } from './migrations.js'
import { startupProblems } from './startup-problems.js'

const MESSAGE = 'Postgres 14.3 is too old: 15 or newer is needed'

test('an older server is refused in one line, before anything is created', async () => {
  const { knex, url } = await openBlankDatabase()
  await knex.raw(OLD)
  // The search path puts the fake current_setting before the real one.
  const host = makeKnex({
    client: 'pg',
    connection: { connectionString: url },
    searchPath: ['old', 'pg_catalog'],
    pool: { min: 0, max: 1 },
  })
  await expect(migrate(host)).rejects.toThrow(new Error(MESSAGE))
  await expect(migrate(host, { schema: 'texting' })).rejects.toThrow(new Error(MESSAGE))
  expect(await startupProblems({ knex: host, clock: { now: () => new Date() } })).toEqual([MESSAGE])
  await host.destroy()
  const { rows } = await knex.raw(`select to_regnamespace('texting') as made`)
  expect(rows).toEqual([{ made: null }])
})

const OLD = `
  create schema old;
  create function old.current_setting(name text) returns text language sql as $$
    select case name when 'server_version_num' then '140003' else '14.3 (Debian 14.3-1.pgdg110+1)' end
  $$`
