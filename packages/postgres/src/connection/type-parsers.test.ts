import { expect, test } from '@jest/globals'
import { TYPE_PARSERS, instantOf, textsOf } from './type-parsers.js'

test.each([
  ['2026-11-22 05:15:27.123456+00', '2026-11-22T05:15:27.123Z'],
  ['2026-11-22 05:15:27.1+00', '2026-11-22T05:15:27.100Z'],
  ['2026-11-22 05:15:27+00', '2026-11-22T05:15:27.000Z'],
  ['2026-11-22 01:45:27.123-03:30', '2026-11-22T05:15:27.123Z'],
  ['2026-11-22 10:45:27.123+05:30', '2026-11-22T05:15:27.123Z'],
  ['1890-01-01 00:19:32+00:19:32', '1890-01-01T00:00:00.000Z'],
  ['12026-11-22 05:15:27+00', '+012026-11-22T05:15:27.000Z'],
])('the instant %s is parsed as %s, whatever the zone of the session', (text, instant) => {
  expect(instantOf(text).toISOString()).toBe(instant)
})

test('an instant in any other format is refused, because its day and month could be swapped', () => {
  expect(() => instantOf('22/11/2026 05:15:27.123 UTC')).toThrow(
    'Postgres writes an instant as 22/11/2026 05:15:27.123 UTC: its DateStyle must be ISO',
  )
})

test.each([
  ['{}', []],
  ['{one,two words}', ['one', 'two words']],
  [
    String.raw`{"","a,b","say \"{hi}\"","C:\\new",NULL,"NULL"}`,
    ['', 'a,b', 'say "{hi}"', String.raw`C:\new`, null, 'NULL'],
  ],
])('the text array %s is parsed', (text, texts) => {
  expect(textsOf(text)).toEqual(texts)
})

test('a bigint stays text, because a number could round it', () => {
  expect(TYPE_PARSERS.getTypeParser(20)('9007199254740993')).toBe('9007199254740993')
})
