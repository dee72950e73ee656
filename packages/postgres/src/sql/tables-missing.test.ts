import { expect, test } from '@jest/globals'
import { explainMissingTables } from './sql-state.js'

const missing = (message: string) => Object.assign(new Error(message), { code: '42P01' })

test.each([
  ['select * from account - relation "account" does not exist', undefined, 'migrate(knex)'],
  ['relation "account" does not exist', 'texting', 'migrate(knex, { schema })'],
])('missing tables are reported without the statement: %s', (message, schema, migrate) => {
  const cause = missing(message)
  const explanation = `The tables of Carillon are not there (relation "account" does not exist): run ${migrate} first`
  expect(explainMissingTables(cause, schema)).toMatchObject({ message: explanation, code: '42P01', cause })
})

test('every other error stays unchanged', () => {
  for (const error of [
    Object.assign(new Error('x'), { code: '42703' }),
    new Error('relation'),
    'text',
    null,
    undefined,
  ])
    expect(explainMissingTables(error, 'texting')).toBe(error)
})
