import { expect, test } from '@jest/globals'
import { serverUrl } from '../testing/test-database.js'
import { connect } from './connect.js'

test('connections set their application name, UTC and a statement timeout', async () => {
  const knex = await connect(serverUrl(), { applicationName: 'the bells' })
  const { rows } = await knex.raw(
    `select current_setting('application_name') as name, current_setting('timezone') as timezone,
            current_setting('statement_timeout') as statement_timeout`,
  )
  await knex.destroy()
  expect(rows).toEqual([{ name: 'the bells', timezone: 'UTC', statement_timeout: '30s' }])
})

test('an unreachable database is reported in one line that hides the password', async () => {
  await expect(connect('postgresql://ann:secret@127.0.0.1:1/bells')).rejects.toThrow(
    /^The database 127\.0\.0\.1:1\/bells cannot be reached: .*ECONNREFUSED.*$/,
  )
})

test('a missing database is reported', async () => {
  const url = serverUrl().replace('/carillon?', '/no_such_database?')
  await expect(connect(url)).rejects.toThrow(/no_such_database cannot be reached: .*does not exist$/)
})
