import { connect } from '@carillon/postgres'
import type { Knex } from 'knex'
import { randomBytes } from 'node:crypto'

/** A separate, empty database with the schema. `drop` closes its connections too. */
export async function aDatabase(): Promise<{ readonly knex: Knex; readonly url: string; drop(): Promise<void> }> {
  const serverUrl = process.env['CARILLON_TEST_POSTGRES_URL']
  if (serverUrl === undefined) throw new Error('CARILLON_TEST_POSTGRES_URL is not set: run the tests with jest')
  const name = `test_${randomBytes(8).toString('hex')}`
  const server = await connect(serverUrl, { poolMax: 1 })
  await server.raw('create database ?? template carillon_template strategy wal_log', [name])
  const url = serverUrl.replace('/carillon?', `/${name}?`)
  const knex = await connect(url)
  return {
    knex,
    url,
    drop: async () => {
      await knex.destroy()
      await server.raw('drop database ?? with (force)', [name])
      await server.destroy()
    },
  }
}
