import { expect, test } from '@jest/globals'
import { quotedSchema } from './schema-name.js'

test.each(['texting', '_1', 'my-app', 'My Schema', 'schöma', 'संदेश', 'a'.repeat(63), 'ö'.repeat(31)])(
  'a schema can be called %j',
  (name) => {
    expect(quotedSchema(name)).toBe(`"${name}"`)
  },
)

test.each(['pg_own', 'PG_OWN', 'information_schema'])('%j is rejected because Postgres reserves it', (name) => {
  expect(() => quotedSchema(name)).toThrow(
    new TypeError(
      `"${name}" is not a valid schema name for Carillon: information_schema and pg_… are reserved by Postgres`,
    ),
  )
})

test.each(['', '1st', '-a', ' a', 'a ', 'a.b', 'a"b', 'a:b', 'a?', 'a\\b', 'a\nb', 'a'.repeat(64), 'ö'.repeat(32)])(
  'a schema cannot be called %j, and the error states the rules for a name',
  (name) => {
    expect(() => quotedSchema(name)).toThrow(
      'it must have 1 to 63 bytes of letters, digits, _, - and spaces, begin with a letter or _, and not end with a space',
    )
  },
)
