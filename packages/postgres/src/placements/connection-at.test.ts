import { expect, test } from '@jest/globals'
import makeKnex, { type Knex } from 'knex'
import { connectionAt, connectionTo, connectionWithin } from './connection-at.js'

const NODE = { host: 'node2.example.com', port: 6432 }

test.each([
  [
    'postgresql://ann:pw@db:5432/texts?sslmode=require',
    'postgresql://ann:pw@node2.example.com:6432/texts?sslmode=require',
  ],
  ['postgresql://ann@/texts?host=/var/run/postgresql&port=5433', 'postgresql://ann@node2.example.com:6432/texts'],
])('a URL keeps everything but its host and port: %s', (url, moved) => {
  expect(connectionAt(url, NODE)).toBe(moved)
  expect(connectionAt({ connectionString: url, application_name: 'host' }, NODE)).toEqual({
    connectionString: moved,
    application_name: 'host',
  })
})

test('an address of IPv6 is in brackets', () => {
  expect(connectionAt('postgresql://db/texts', { host: '::1', port: 1 })).toBe('postgresql://[::1]:1/texts')
})

const SETTINGS = { host: 'db', user: 'ann', password: 'pw', database: 'texts' }

test('settings keep their password, which knex has hidden', () => {
  const { client } = makeKnex({ client: 'pg', connection: { ...SETTINGS } })
  const hidden = client.config.connection as Knex.StaticConnectionConfig
  expect(Object.keys(hidden)).not.toContain('password')
  expect(connectionAt(hidden, NODE)).toEqual({ ...SETTINGS, ...NODE })
})

test('a function supplies the settings again each time', async () => {
  let made = 0
  const moved = connectionAt(() => ({ ...SETTINGS, password: `pw ${++made}` }), NODE) as () => Promise<unknown>
  expect(await moved()).toEqual({ ...SETTINGS, ...NODE, password: 'pw 1' })
  expect(await moved()).toEqual({ ...SETTINGS, ...NODE, password: 'pw 2' })
})

test.each([
  ['postgresql://db/texts', 'postgresql://node2/texts'],
  [
    { connectionString: 'postgresql://db/texts', application_name: 'host' },
    { connectionString: 'postgresql://node2/texts', application_name: 'host' },
  ],
  [
    { ...SETTINGS, application_name: 'host' },
    { connectionString: 'postgresql://node2/texts', application_name: 'host' },
  ],
])('a URL replaces the address, the user and the database of %j', (given, expected) => {
  expect(connectionTo(given, 'postgresql://node2/texts')).toEqual(expected)
})

test('a URL also replaces those that a function supplies', async () => {
  const supplied = connectionTo(() => ({ ...SETTINGS }), 'postgresql://node2/texts') as () => Promise<unknown>
  expect(await supplied()).toEqual({ connectionString: 'postgresql://node2/texts' })
})

test('a time limit for connecting is added to settings of each kind', async () => {
  const limit = { connectionTimeoutMillis: 2_000 }
  const { client } = makeKnex({ client: 'pg', connection: { ...SETTINGS } })
  expect(connectionWithin(client.config.connection as Knex.StaticConnectionConfig, 2_000)).toEqual({
    ...SETTINGS,
    ...limit,
  })
  const url = 'postgresql://ann@db/texts'
  expect(connectionWithin(url, 2_000)).toEqual({ connectionString: url, ...limit })
  const made = connectionWithin(() => SETTINGS, 2_000) as () => Promise<unknown>
  expect(await made()).toEqual({ ...SETTINGS, ...limit })
})
