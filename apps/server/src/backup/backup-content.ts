import type { AppliedMigration, CopiedTable } from '@carillon/postgres'

/** The first frame of a backup. */
export type BackupHeader = {
  readonly madeAt: string
  /** The version of Carillon that made the backup. */
  readonly version: string
  readonly postgresVersion: string
  readonly migrations: readonly AppliedMigration[]
  /** The tables, in the order of their rows in the backup. */
  readonly tables: readonly CopiedTable[]
  /** Null if the data folder had no secret. */
  readonly secret: string | null
  readonly adminToken: string | null
}

export type BackupSource = {
  readonly header: BackupHeader
  /** Yields the rows in COPY text format, split at arbitrary bytes; returns the number of rows. */
  rowsOf(table: CopiedTable): AsyncGenerator<Buffer, number>
}

/** The first line of the unpacked file, for people who open it: the name, and a format number. */
export const MAGIC_NAME = 'carillon backup '
export const MAGIC = Buffer.from(`${MAGIC_NAME}1\n`)

/** Order: the header; for each table its rows in pieces, then the row count; then the end. */
export type FrameKind = 'header' | 'rows' | 'table end' | 'end'

export const FRAME_CODES: Readonly<Record<FrameKind, number>> = { header: 72, rows: 82, 'table end': 84, end: 69 }

/** The length of a frame's head: one byte for its kind, and four for the length of its payload. */
export const FRAME_HEAD_BYTES = 5
export const FRAME_BYTES_MAX = 2 ** 20

/** The content of a backup before compression: the magic, then frames. */
export async function* backupContent({ header, rowsOf }: BackupSource): AsyncGenerator<Buffer> {
  yield MAGIC
  yield* frame('header', jsonOf(header))
  for (const table of header.tables) {
    const count = yield* framed(rowsOf(table))
    yield* frame('table end', jsonOf({ rows: count }))
  }
  yield* frame('end', jsonOf({ tables: header.tables.length }))
}

async function* framed(rows: AsyncGenerator<Buffer, number>): AsyncGenerator<Buffer, number> {
  try {
    for (;;) {
      const { done, value } = await rows.next()
      if (done === true) return value
      for (let from = 0; from < value.length; from += FRAME_BYTES_MAX) {
        yield* frame('rows', value.subarray(from, from + FRAME_BYTES_MAX))
      }
    }
  } finally {
    await rows.return(0)
  }
}

function* frame(kind: FrameKind, payload: Buffer): Generator<Buffer> {
  if (payload.length > FRAME_BYTES_MAX)
    throw new Error(`A ${kind} of ${payload.length} bytes is too large for a backup`)
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt8(FRAME_CODES[kind], 0)
  head.writeUInt32BE(payload.length, 1)
  yield head
  yield payload
}

function jsonOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}
