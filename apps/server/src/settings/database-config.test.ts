import { expect, test } from '@jest/globals'
import { readServerConfig } from './config.js'

const DATABASE_URL = 'postgres://me:pass@db/carillon'

test('URLs of nodes are separated by commas', () => {
  const urls = ['postgres://me:pass@node1/carillon', 'postgres://me:pass@node2/carillon']
  expect(readServerConfig({ DATABASE_URL, DATABASE_URLS: urls.join(', ') })).toMatchObject({
    databaseUrl: DATABASE_URL,
    nodeUrls: urls,
  })
})

test('URLs of nodes need the URL of the database', () => {
  const read = () => readServerConfig({ DATABASE_URLS: 'postgresql://node1/carillon' })
  expect(read).toThrow(/^DATABASE_URLS is set without DATABASE_URL: expected both\./)
})

test('the error for an invalid URL of a node does not contain its password', () => {
  const read = () => readServerConfig({ DATABASE_URL, DATABASE_URLS: 'postgresql://me:hunter2@node1/carillon,,' })
  expect(read).toThrow(/^DATABASE_URLS must be .*; the value received is not shown$/)
  expect(read).not.toThrow('hunter')
})
