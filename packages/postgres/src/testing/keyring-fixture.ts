import { NOW, accountFixture, anApiKey } from '@carillon/contracts'
import type { Knex } from 'knex'
import { openTestDatabase } from './test-database.js'

/** Two processes, a key, and the number of key queries that the second process has sent. */
export async function twoProcesses() {
  let nowMs = NOW.getTime()
  const clock = { now: () => new Date(nowMs) }
  const here = await openTestDatabase({ clock })
  const there = await here.another({ clock })
  const { account, run } = await accountFixture(here)
  const key = anApiKey({ account: account.id })
  await run(({ apiKeys }) => apiKeys.put(key))
  await there.keyring.listen()
  let queries = 0
  there.knex.on('query', ({ sql }: { sql: string }) => {
    if (sql.includes('from api_key')) queries++
  })
  return {
    ...{ account, run, key, here, there, clock },
    find: () => there.keyring.find(key.id),
    queries: () => queries,
    pass: (ms: number) => (nowMs += ms),
  }
}

/** The connections with another `raw`, which sends every query of the keyring. */
export function withRaw(knex: Knex, raw: (sql: string, bindings: Knex.ValueDict) => Promise<unknown>): Knex {
  return new Proxy(knex, { get: (target, name) => (name === 'raw' ? raw : Reflect.get(target, name)) })
}

export function withoutNewConnections(knex: Knex): Knex {
  const client = { acquireRawConnection: () => Promise.reject(new Error('No more connections')) }
  return new Proxy(knex, { get: (target, name) => (name === 'client' ? client : Reflect.get(target, name)) })
}
