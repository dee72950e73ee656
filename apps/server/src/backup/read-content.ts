import type { CopiedTable } from '@carillon/postgres'
import {
  FRAME_BYTES_MAX,
  FRAME_CODES,
  FRAME_HEAD_BYTES,
  MAGIC,
  MAGIC_NAME,
  type BackupHeader,
  type FrameKind,
} from './backup-content.js'
import { InvalidBackup } from './invalid-backup.js'
import { NO_BACKUP } from './seal.js'

/** Consumes the rows of a table. Returns the number of stored rows, or null if it does not count them. */
export type TakeTable = (table: CopiedTable, rows: AsyncIterable<Buffer>) => Promise<number | null>

export type ReadBackup = { readonly header: BackupHeader; readonly rows: number }

/** Reads all of the content, table by table. Throws if it differs from the format of `backupContent`. */
export async function readContent(content: AsyncIterable<Buffer>, take: TakeTable): Promise<ReadBackup> {
  const frames = framesOf(content)
  const header = jsonOf<BackupHeader>(await nextOf(frames, 'header'))
  let total = 0
  for (const table of header.tables) {
    const piece: Piece = { rowCount: null }
    const rows = rowsOf(frames, piece)
    const taken = await take(table, rows)
    while ((await rows.next()).done !== true);
    if (piece.rowCount === null) throw new InvalidBackup(`the rows of ${table.name} are incomplete`)
    if (taken !== null && taken !== piece.rowCount) {
      throw new InvalidBackup(`${table.name} should have ${piece.rowCount} rows, but has ${taken}`)
    }
    total += piece.rowCount
  }
  await nextOf(frames, 'end')
  if ((await frames.next()).done !== true) throw new InvalidBackup('there is data after its end')
  return { header, rows: total }
}

type Frame = { readonly kind: FrameKind; readonly payload: Buffer }

/** `rowCount`: the row count in the backup; null until the end of the table has been read. */
type Piece = { rowCount: number | null }

async function* rowsOf(frames: AsyncGenerator<Frame>, piece: Piece): AsyncGenerator<Buffer> {
  for (;;) {
    const { kind, payload } = await anyOf(frames)
    if (kind === 'rows') yield payload
    else if (kind === 'table end') return void (piece.rowCount = jsonOf<{ rows: number }>(payload).rows)
    else throw new InvalidBackup(`it has an unexpected ${kind} between rows`)
  }
}

async function nextOf(frames: AsyncGenerator<Frame>, expected: FrameKind): Promise<Buffer> {
  const { kind, payload } = await anyOf(frames)
  if (kind !== expected) throw new InvalidBackup(`it has the entry "${kind}" instead of "${expected}"`)
  return payload
}

async function anyOf(frames: AsyncGenerator<Frame>): Promise<Frame> {
  const next = await frames.next()
  if (next.done === true) throw new InvalidBackup('it ends too early')
  return next.value
}

async function* framesOf(content: AsyncIterable<Buffer>): AsyncGenerator<Frame> {
  let buffered: Buffer = Buffer.alloc(0)
  let isBegun = false
  for await (const chunk of content) {
    buffered = buffered.length === 0 ? chunk : Buffer.concat([buffered, chunk])
    if (!isBegun) {
      if (buffered.length < MAGIC.length) continue
      requireMagic(buffered)
      isBegun = true
      buffered = buffered.subarray(MAGIC.length)
    }
    for (let frame = firstOf(buffered); frame !== null; frame = firstOf(buffered)) {
      buffered = buffered.subarray(FRAME_HEAD_BYTES + frame.payload.length)
      yield frame
    }
  }
  if (!isBegun) throw new InvalidBackup(NO_BACKUP)
  if (buffered.length > 0) throw new InvalidBackup('it ends in the middle of an entry')
}

/** Null if the frame is still incomplete. */
function firstOf(buffered: Buffer): Frame | null {
  if (buffered.length < FRAME_HEAD_BYTES) return null
  const kind = KINDS.get(buffered.readUInt8(0))
  const length = buffered.readUInt32BE(1)
  if (kind === undefined || length > FRAME_BYTES_MAX) throw new InvalidBackup('it contains an unknown entry')
  const end = FRAME_HEAD_BYTES + length
  return buffered.length < end ? null : { kind, payload: buffered.subarray(FRAME_HEAD_BYTES, end) }
}

const KINDS = new Map(Object.entries(FRAME_CODES).map(([kind, code]) => [code, kind as FrameKind]))

function requireMagic(start: Buffer): void {
  if (start.subarray(0, MAGIC.length).equals(MAGIC)) return
  const isLater = start.subarray(0, MAGIC_NAME.length).equals(Buffer.from(MAGIC_NAME))
  throw new InvalidBackup(
    isLater ? 'it was made by a newer version of Carillon: restore it with that version' : NO_BACKUP,
  )
}

function jsonOf<T>(payload: Buffer): T {
  try {
    return JSON.parse(payload.toString()) as T
  } catch {
    throw new InvalidBackup('it contains an unknown entry')
  }
}
