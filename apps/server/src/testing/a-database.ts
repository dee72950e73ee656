import { connect } from '@carillon/postgres'
import type { Knex } from 'knex'
import { randomBytes } from 'node:crypto'

/** A database of its own with the schema and nothing in it. `drop` ends its connections too. */
export async function aDatabase(): Promise<{ readonly knex: Knex; drop(): Promise<void> }> {
  const url = process.env['CARILLON_TEST_POSTGRES_URL']
  if (url === undefined) throw new Error('CARILLON_TEST_POSTGRES_URL is not set: run the tests with jest')
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = await connect(url, { poolMax: 1 })
  await server.raw('create database ?? template carillon_template strategy wal_log', [name])
  const knex = await connect(url.replace('/carillon?', `/${name}?`))
  return {
    knex,
    drop: async () => {
      await knex.destroy()
      await server.raw('drop database ?? with (force)', [name])
      await server.destroy()
    },
  }
}
