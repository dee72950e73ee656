import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Writable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { BackupHeader, BackupSource } from './backup-content.js'
import { readBackup, writeBackup } from './backup-stream.js'
import { InvalidBackup } from './invalid-backup.js'

const TABLES = [
  { name: 'account', columns: ['id', 'name'] },
  { name: 'empty', columns: ['id'] },
  { name: 'message', columns: ['account_id', 'id', 'body'] },
]

const HEADER: BackupHeader = {
  madeAt: '2026-03-02T12:00:00.000Z',
  version: '0.1.0',
  postgresVersion: '18.4',
  migrations: [{ id: '0001-one', appliedAt: '2026-03-01 00:00:00.123456+00' }],
  tables: TABLES,
  secret: 'a-secret-of-the-service',
  adminToken: null,
}

const ROWS: Readonly<Record<string, readonly string[]>> = {
  account: ['acc_1\tAcme\n', 'acc_2\tZoë\n'],
  empty: [],
  message: Array.from({ length: 20 }, (_, i) => `acc_1\tmsg_${i}\tHello ${i * 7919}\n`),
}

test('reading a backup returns its header, and the rows of each table in order', async () => {
  const { header, rows, read } = await readAll(await aBackup())
  expect(header).toEqual(HEADER)
  expect(rows).toBe(22)
  expect(read).toEqual(Object.entries(ROWS).map(([name, lines]) => [name, lines.join('')]))
})

test('rows are read completely, whatever their size and wherever the stream was split', async () => {
  const large = 'x'.repeat(3_000_000)
  const bytes = await aBackup({ account: [large.slice(0, 10), `${large.slice(10)}\n`], empty: [], message: ['\n'] })
  expect((await readAll(inPieces(bytes, 997))).read[0]).toEqual(['account', `${large}\n`])
})

test('a backup is a valid gzip file', async () => {
  expect(gunzipSync(await aBackup()).toString()).toMatch(/^carillon backup 1\n/)
})

describe('a file is rejected', () => {
  test('if one bit of any byte was flipped', async () => {
    const bytes = await aBackup()
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1 << (at % 8)
      await expect(readAll(changed)).rejects.toThrow(InvalidBackup)
    }
  })

  test('if one byte was changed in any other way', async () => {
    const bytes = await aBackup()
    const change = fc.record({ at: fc.nat(bytes.length - 1), by: fc.integer({ min: 1, max: 255 }) })
    await fc.assert(
      fc.asyncProperty(change, async ({ at, by }) => {
        const changed = Buffer.from(bytes)
        changed[at]! ^= by
        await expect(readAll(changed)).rejects.toThrow(InvalidBackup)
      }),
      { numRuns: 300 },
    )
  })

  test('if it was truncated to any length', async () => {
    const bytes = await aBackup()
    for (let length = 0; length < bytes.length; length++) {
      await expect(readAll(bytes.subarray(0, length))).rejects.toThrow(InvalidBackup)
    }
  })

  test('if it has extra bytes at its end, or repeats the whole backup', async () => {
    const bytes = await aBackup()
    for (const more of [Buffer.from('\0'), bytes]) {
      await expect(readAll(Buffer.concat([bytes, more]))).rejects.toThrow(InvalidBackup)
    }
  })

  test('if it was never a backup, and the error says so', async () => {
    for (const other of [Buffer.alloc(0), Buffer.from('id,name\n1,Ann\n'), gzipSync('hello'), Buffer.alloc(5000, 7)]) {
      await expect(readAll(other)).rejects.toThrow('it is not a backup made by carillon')
    }
  })
})

test('the error names a table whose rows were not all read', async () => {
  const reading = readBackup({ file: inPieces(await aBackup(), 100), take: async () => 0 })
  await expect(reading).rejects.toThrow('account should have 2 rows, but has 0')
})

test('if a source fails within a table, the whole backup fails', async () => {
  const source: BackupSource = {
    header: HEADER,
    async *rowsOf() {
      yield Buffer.from('acc_1\tAcme\n')
      throw new Error('The database has died')
    },
  }
  await expect(writeBackup({ source, into: aSink().sink })).rejects.toThrow('The database has died')
})

async function aBackup(rows = ROWS): Promise<Buffer> {
  const source: BackupSource = {
    header: HEADER,
    async *rowsOf({ name }) {
      for (const row of rows[name]!) yield Buffer.from(row)
      return rows[name]!.join('').split('\n').length - 1
    },
  }
  const { sink, bytes } = aSink()
  await writeBackup({ source, into: sink })
  return bytes()
}

function aSink() {
  const chunks: Buffer[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk)
      done()
    },
  })
  return { sink, bytes: () => Buffer.concat(chunks) }
}

async function readAll(file: Buffer | AsyncIterable<Buffer>) {
  const read: [string, string][] = []
  const take = async ({ name }: { name: string }, rows: AsyncIterable<Buffer>) => {
    const chunks: Buffer[] = []
    for await (const chunk of rows) chunks.push(chunk)
    read.push([name, Buffer.concat(chunks).toString()])
    return null
  }
  return { ...(await readBackup({ file: Buffer.isBuffer(file) ? inPieces(file, 100) : file, take })), read }
}

async function* inPieces(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length)
}
