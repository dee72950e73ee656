import { connect, distribute, migrate } from '@carillon/postgres'
import { createClusterDatabase } from '../../shared/citus-lab.js'

/** The URLs of a new database with distributed tables: on the coordinator, and on the workers. */
export async function distributedDatabase(cluster, name, shards) {
  const nodes = await createClusterDatabase(cluster, name, connect)
  await on(nodes.coordinator, async (knex) => {
    await migrate(knex)
    await distribute(knex, { shards })
  })
  return nodes
}

/** The URL of a database without Citus on the server of the coordinator. */
export async function plainDatabase({ coordinator }, name) {
  await on(coordinator, (knex) => knex.raw('create database ??', [name]))
  return Object.assign(new URL(coordinator), { pathname: name }).href
}

async function on(url, work) {
  const knex = await connect(url)
  await work(knex)
  await knex.destroy()
}
