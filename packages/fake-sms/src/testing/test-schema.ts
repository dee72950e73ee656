import { afterEach, expect } from '@jest/globals'
import knex, { type Knex } from 'knex'
import { randomBytes } from 'node:crypto'
import { sqlFaults } from '../../../../tooling/sql-lint.js'

const closings: (() => Promise<unknown>)[] = []
const statements = new Set<string>()

afterEach(async () => {
  for (const close of closings.splice(0).reverse()) await close()
  const sent = [...statements]
  statements.clear()
  expect(sent.flatMap(sqlFaults)).toEqual([])
})

/** Opens an empty schema for one test. Each call of `connect` acts as another process. */
export async function openTestSchema(): Promise<{
  readonly schema: string
  connect(options?: { readonly statementTimeoutMs: number }): Knex
}> {
  const schema = `fake_sms_test_${randomBytes(8).toString('hex')}`
  const server = connectTo('public')
  await server.raw('create schema ??', [schema])
  closings.push(() => server.destroy())
  closings.push(() => server.raw('drop schema ?? cascade', [schema]))
  return {
    schema,
    connect: (options) => {
      const connected = connectTo(schema, options)
      connected.on('query', ({ sql }: { sql: string }) => statements.add(sql))
      closings.push(() => connected.destroy())
      return connected
    },
  }
}

function connectTo(schema: string, { statementTimeoutMs = 0 } = {}): Knex {
  const url = process.env['CARILLON_TEST_POSTGRES_URL']
  if (url === undefined) throw new Error('CARILLON_TEST_POSTGRES_URL is not set: run the tests with jest')
  const connection = { connectionString: url, statement_timeout: statementTimeoutMs }
  return knex({ client: 'pg', connection, searchPath: [schema], pool: { min: 0, max: 8 } })
}
