import { expect, test } from '@jest/globals'
import { entriesAfterPaste, entriesIn, phonesIn, SHOWN_MAX } from './entered-numbers.js'

test.each<[string, readonly string[]]>([
  ['', []],
  ['\n \r\n', []],
  ['+12025550123', ['+12025550123']],
  ['+1 202 555-0123\n(+1) 303.555.0199', ['+1 202 555-0123', '(+1) 303.555.0199']],
  [
    '+12025550123, +12025550124;+12025550125\t+12025550126',
    ['+12025550123', '+12025550124', '+12025550125', '+12025550126'],
  ],
  ['Bob\n+12025550123', ['Bob', '+12025550123']],
  ['\ufeffname,phone\nLee; Ann,+12025550123\n', ['+12025550123']],
  ['name,phone\n"Lee, Ann",+12025550123\n"Roe, Bob",\n,+12025550124', ['+12025550123', 'Roe, Bob', '+12025550124']],
  ['Ann Lee,+12025550123\nBob Roe,12', ['+12025550123', 'Bob Roe, 12']],
  ['"+12025550123"', ['+12025550123']],
])('%#: %j', (text, entries) => expect(entriesIn(text)).toEqual(entries))

test('a column named for numbers is found among others', () => {
  for (const heading of [
    'Phone',
    'phoneNumber',
    'phone_number',
    'Mobile',
    'Number',
    'Telephone',
    'Customer phone number',
  ]) {
    expect(entriesIn(`id,${heading},zip\n7,+12025550123,20001`)).toEqual(['+12025550123'])
  }
})

test('a file of 50,000 lines is read whole', () => {
  const lines = Array.from({ length: 50_000 }, (_, i) => `Person ${i},+1202555${String(i).padStart(4, '0')}`)
  expect(entriesIn(lines.join('\n'))).toHaveLength(50_000)
})

test('numbers in E.164 form, each once', () => {
  expect(phonesIn(['+1 (202) 555-0123', '+12025550123', 'Bob', '2025550123', '+0123'])).toEqual(['+12025550123'])
})

test('a long paste is taken as entries and never becomes text of the field', () => {
  const lines = Array.from({ length: 60_000 }, (_, i) => `+1202${String(i).padStart(7, '0')}`)
  const short = lines.slice(0, SHOWN_MAX).join('\n')
  expect(entriesAfterPaste({ before: '', pasted: short, after: '' })).toBeNull()
  const entries = entriesAfterPaste({ before: '+12025550123\n', pasted: lines.join('\n'), after: '+12025550124' })
  expect(entries).toEqual(['+12025550123', ...lines, '+12025550124'])
  const table = entriesAfterPaste({
    before: 'Bob\n',
    pasted: `name,phone\n${lines.map((one) => `7,${one}`).join('\n')}`,
    after: '',
  })
  expect(table).toEqual(['Bob', ...lines])
})
