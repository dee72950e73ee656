import { expect, test } from '@jest/globals'
import { serverUrl } from '../testing/test-database.js'
import { connect } from './connect.js'

test('connections tell who they are, keep UTC, and bound what they do', async () => {
  const knex = await connect(serverUrl(), { applicationName: 'the bells' })
  const { rows } = await knex.raw(
    `select current_setting('application_name') as name, current_setting('timezone') as timezone,
            current_setting('statement_timeout') as statement_timeout`,
  )
  await knex.destroy()
  expect(rows).toEqual([{ name: 'the bells', timezone: 'UTC', statement_timeout: '30s' }])
})

test('a database that cannot be reached is told in one line that keeps the password', async () => {
  await expect(connect('postgresql://ann:secret@127.0.0.1:1/bells')).rejects.toThrow(
    /^The database 127\.0\.0\.1:1\/bells cannot be reached: .*ECONNREFUSED.*$/,
  )
})

test('a database that does not exist is told', async () => {
  const url = serverUrl().replace('/carillon?', '/no_such_database?')
  await expect(connect(url)).rejects.toThrow(/no_such_database cannot be reached: .*does not exist$/)
})
