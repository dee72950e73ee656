import { expect, test } from '@jest/globals'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { csvRows, inBatches, RECORD_LENGTH_MAX, type CsvRow } from './csv-rows.js'

async function* inChunks(bytes: Uint8Array, length: number) {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length)
}

async function read(text: string | Uint8Array, chunkLength = 7): Promise<CsvRow[]> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const rows: CsvRow[] = []
  for await (const some of csvRows(inChunks(bytes, chunkLength))) rows.push(...some)
  return rows
}

test('a line is a record of cells', async () => {
  expect(await read('a,b,c\n1,,3\n')).toEqual([
    { line: 1, cells: ['a', 'b', 'c'] },
    { line: 2, cells: ['1', '', '3'] },
  ])
})

test('a quoted cell may contain commas, quotes and line breaks, and line numbers still match the file', async () => {
  expect(await read('"a,b","say ""hi"""\r\n"two\r\nlines",x\nlast,"y"')).toEqual([
    { line: 1, cells: ['a,b', 'say "hi"'] },
    { line: 2, cells: ['two\r\nlines', 'x'] },
    { line: 4, cells: ['last', 'y'] },
  ])
})

test('a BOM, empty lines and a missing last line break are ignored', async () => {
  expect(await read('\uFEFFa,b\r\n\r\n\n1,2')).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 4, cells: ['1', '2'] },
  ])
})

test('an empty file has no rows', async () => {
  expect(await read('')).toEqual([])
})

test('a line with a quote in the wrong place is a fault, and the next line is read', async () => {
  const rows = await read('a"b,c\n"a"b,c\nfine,x\n')
  expect(rows).toEqual([
    { line: 1, fault: 'has a quote in the wrong place' },
    { line: 2, fault: 'has a quote in the wrong place' },
    { line: 3, cells: ['fine', 'x'] },
  ])
})

test('an unclosed quote is a fault only on its own line', async () => {
  const rows = await read(`one,1\n"two,2\nthree,3\n${'more,m\n'.repeat(3_000)}`)
  expect(rows).toHaveLength(3_003)
  expect(rows[1]).toEqual({ line: 2, fault: `has a quote that is not closed within ${RECORD_LENGTH_MAX} characters` })
  expect(rows[2]).toEqual({ line: 3, cells: ['three', '3'] })
  expect(rows[3_002]).toEqual({ line: 3_003, cells: ['more', 'm'] })
  expect(await read('one,1\n"two,2\nthree,3')).toEqual([
    { line: 1, cells: ['one', '1'] },
    { line: 2, fault: `has a quote that is not closed within ${RECORD_LENGTH_MAX} characters` },
    { line: 3, cells: ['three', '3'] },
  ])
})

test('a line that is too long is a fault, even if it never ends', async () => {
  const long = 'x'.repeat(RECORD_LENGTH_MAX + 1)
  const fault = `is longer than ${RECORD_LENGTH_MAX} characters`
  for (const chunkLength of [1_000, 100_000]) {
    expect(await read(`a\n${long}\nb\n${long}${long}`, chunkLength)).toEqual([
      { line: 1, cells: ['a'] },
      { line: 2, fault },
      { line: 3, cells: ['b'] },
      { line: 4, fault },
    ])
  }
})

test('an unclosed quote is reported long before the file ends', async () => {
  async function* long() {
    yield new TextEncoder().encode('"open\n')
    for (let i = 0; i < 20; i++) yield new TextEncoder().encode('a,b\n'.repeat(500))
    throw new Error('read to the end')
  }
  for await (const rows of csvRows(long())) {
    if (rows.length === 0) continue
    expect(rows[0]).toMatchObject({ line: 1, fault: expect.stringContaining('not closed') })
    return
  }
})

test('bytes that are not UTF-8 are a fault of their line', async () => {
  expect(
    await read(Buffer.concat([Buffer.from('a,b\nJos'), Buffer.from([0xe9]), Buffer.from(',1\nJosé,2\n')]), 3),
  ).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, fault: 'has bytes that are not UTF-8' },
    { line: 3, cells: ['José', '2'] },
  ])
})

test('a file quoted according to the standard is read as csv-parse reads it, for any chunk length', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '🔔') })
  const quoted = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 6 })
  const file = fc.tuple(rows, fc.constantFrom('\n', '\r\n'), fc.integer({ min: 1, max: 40 }))
  await fc.assert(
    fc.asyncProperty(file, async ([rows, feed, chunkLength]) => {
      const text = rows.map((cells) => cells.map(quoted).join(',')).join(feed)
      const records: unknown = parse(text, { relax_column_count: true, skip_empty_lines: true, record_delimiter: feed })
      expect((await read(text, chunkLength)).map((row) => 'cells' in row && row.cells)).toEqual(records)
    }),
    { numRuns: 500 },
  )
})

test('the chunk length never changes the result, even for hostile files', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', '"', '""', ',', '\n', '\r\n', '\r', '\uFEFF', 'é'),
    maxLength: 60,
  })
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 20 }), async (text, chunkLength) => {
      expect(await read(text, chunkLength)).toEqual(await read(text, 1_000))
    }),
    { numRuns: 1_000 },
  )
})

test('all batches except the last have the same length', async () => {
  async function* numbers() {
    yield [1, 2, 3]
    yield []
    yield [4, 5, 6, 7]
  }
  const steps: (readonly number[])[] = []
  for await (const step of inBatches(numbers(), 3)) steps.push(step)
  expect(steps).toEqual([[1, 2, 3], [4, 5, 6], [7]])
})
