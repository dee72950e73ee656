import { connect } from '@carillon/postgres'
import type { Knex } from 'knex'
import { randomBytes } from 'node:crypto'
import {
  Emptier,
  givenCluster,
  openDistributedDatabase,
  type Cluster,
} from '../../../../../packages/postgres/src/testing/citus-cluster.js'

type Database = { readonly knex: Knex; readonly url: string; drop(): Promise<void> }

/**
 * A separate, empty database with the schema; on the cluster of CARILLON_TEST_CITUS, if it is given. `drop` closes its
 * connections too.
 */
export async function aDatabase(): Promise<Database> {
  const cluster = givenCluster()
  return cluster === null ? createDatabase() : openDistributed(cluster)
}

/** Remains on the cluster, because making it takes seconds. */
async function openDistributed(cluster: Cluster): Promise<Database> {
  const url = await openDistributedDatabase(cluster)
  const knex = await connect(url)
  const emptier = await Emptier.of(cluster, url)
  await emptier.empty()
  await emptier.close()
  return { knex, url, drop: () => knex.destroy() }
}

async function createDatabase(): Promise<Database> {
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
