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

/**
 * Services with a database each: two on the cluster, and one on the server of the coordinator without Citus. `serviceOn`
 * opens one at a URL.
 */
export async function onEachWay(cluster, shards, serviceOn) {
  return {
    coordinator: await serviceOn((await distributedDatabase(cluster, 'one', shards)).coordinator),
    worker: await serviceOn((await distributedDatabase(cluster, 'two', shards)).workers[0]),
    plain: await serviceOn(await plainDatabase(cluster, 'plain')),
  }
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
