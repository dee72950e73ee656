import { describe, expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { recordOf, spreadsheetRecordOf } from './csv-record.js'

const readCells = (record: string) => (parse(record) as string[][])[0]!

/** The cells that a program finds which takes another separator, and ignores quotes. */
const splitCells = (record: string, separator: ';' | '\t') =>
  record.split(/[\r\n]/).flatMap((line) => line.split(separator))

/** What programs may drop at the start of a cell. */
const trimmed = (cell: string) => cell.replace(/^[\s\p{Cc}\p{Cf}"]+/u, '')

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(...'=+-@＝＋－＠\t\r\n \u00a0\u200b\ufeff\'"`,;|a1(é🔔'),
    maxLength: 8,
  }),
)
const cells = fc.array(text, { minLength: 1, maxLength: 4 })

describe('a record for a spreadsheet program', () => {
  test('has no cell that begins with a formula, for any texts', () => {
    fc.assert(
      fc.property(cells, (given) => {
        for (const cell of readCells(spreadsheetRecordOf(given))) {
          expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r\n]/)
          expect(trimmed(cell)).not.toMatch(/^[=+\-@＝＋－＠]/)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('has no formula where a program begins a cell that takes another separator', () => {
    fc.assert(
      fc.property(cells, fc.constantFrom(';', '\t'), (given, separator) => {
        for (const cell of splitCells(spreadsheetRecordOf(given), separator)) {
          expect(trimmed(cell)).not.toMatch(/^[=+\-@＝＋－＠]/)
        }
      }),
      { numRuns: 1_000 },
    )
  })

  test('keeps every text, apart from apostrophes that it adds', () => {
    fc.assert(
      fc.property(cells, (given) => {
        const withoutApostrophes = (some: readonly string[]) => some.map((cell) => cell.replaceAll("'", ''))
        expect(withoutApostrophes(readCells(spreadsheetRecordOf(given)))).toEqual(withoutApostrophes(given))
      }),
    )
  })

  test.each([
    ['=1+1', "'=1+1"],
    ['+12025550123', "'+12025550123"],
    ['-1.5', "'-1.5"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1', "'＝1"],
    ['  =1', "'  =1"],
    ['"=1', `'"=1`],
    ["'=1", "''=1"],
    ['\u200b=1', "'\u200b=1"],
    ['\t1', "'\t1"],
    ['Hi\n=1', "Hi\n'=1"],
    ['Hi; =1', "Hi;' =1"],
  ])('marks %j as text', (given, shown) => {
    expect(readCells(spreadsheetRecordOf([given]))).toEqual([shown])
  })

  test.each(['Ann', '', 'a=b', '1-2', 'ann@example.com', 'Hi, you', 'It is "quoted"', '1; 2', 'one\ntwo', "o'clock"])(
    'does not change %j',
    (given) => {
      expect(readCells(spreadsheetRecordOf(['x', given]))[1]).toBe(given)
    },
  )
})

test('an ordinary record keeps every text exactly', () => {
  fc.assert(
    fc.property(cells, (given) => {
      fc.pre(given.join('') !== '')
      expect(parse(recordOf(given))).toEqual([given])
    }),
  )
})
