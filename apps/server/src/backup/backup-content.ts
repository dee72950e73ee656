import type { AppliedMigration, CopiedTable } from '@carillon/postgres'

/** What stands at the head of a backup. */
export type BackupHeader = {
  readonly madeAt: string
  /** Of Carillon. */
  readonly version: string
  readonly postgresVersion: string
  readonly migrations: readonly AppliedMigration[]
  /** In the order in which their rows follow. */
  readonly tables: readonly CopiedTable[]
  /** Null where they were not in the data folder. */
  readonly secret: string | null
  readonly adminToken: string | null
}

export type BackupSource = {
  readonly header: BackupHeader
  /** In the text format of COPY, cut anywhere; returns how many they are. */
  rowsOf(table: CopiedTable): AsyncGenerator<Buffer, number>
}

/** Line by line what a person sees who unpacks the file; the number is that of the format. */
export const MAGIC_NAME = 'carillon backup '
export const MAGIC = Buffer.from(`${MAGIC_NAME}1\n`)

/** The header comes first. For each table rows follow, in pieces, and how many they were; then the end. */
export type FrameKind = 'header' | 'rows' | 'table end' | 'end'

export const FRAME_CODES: Readonly<Record<FrameKind, number>> = { header: 72, rows: 82, 'table end': 84, end: 69 }

/** A byte for the kind and four for the length. */
export const FRAME_HEAD_BYTES = 5
export const FRAME_BYTES_MAX = 2 ** 20

/** What is in a backup before it is packed: the magic and then frames. */
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
    throw new Error(`A ${kind} of ${payload.length} bytes is more than a backup takes`)
  const head = Buffer.alloc(FRAME_HEAD_BYTES)
  head.writeUInt8(FRAME_CODES[kind], 0)
  head.writeUInt32BE(payload.length, 1)
  yield head
  yield payload
}

function jsonOf(value: object): Buffer {
  return Buffer.from(JSON.stringify(value))
}
