import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGunzip, createGzip } from 'node:zlib'
import { backupContent, type BackupSource } from './backup-content.js'
import { InvalidBackup } from './invalid-backup.js'
import { readContent, type ReadBackup, type TakeTable } from './read-content.js'
import { sealed, unsealed } from './seal.js'

/** The fastest level takes half the time of the default level; files are a few percent larger. */
const GZIP = { level: constants.Z_BEST_SPEED, chunkSize: 256 * 1024 }
const GUNZIP = { chunkSize: 256 * 1024 }

type WriteOptions = {
  readonly source: BackupSource
  readonly into: NodeJS.WritableStream
  readonly signal?: AbortSignal
}

/** Streams in pieces: memory use does not depend on the size of the database. */
export async function writeBackup({ source, into, signal = NEVER }: WriteOptions): Promise<void> {
  const content = Readable.from(backupContent(source), { objectMode: false, highWaterMark: 256 * 1024 })
  await pipeline(content, createGzip(GZIP), sealed, into, { signal })
}

type ReadOptions = {
  /** The bytes of the file. */
  readonly file: AsyncIterable<Buffer>
  readonly take: TakeTable
  readonly signal?: AbortSignal
}

/** Throws InvalidBackup, possibly only at the end, if any byte was changed. Commit nothing before it returns. */
export async function readBackup({ file, take, signal = NEVER }: ReadOptions): Promise<ReadBackup & Seal> {
  let sha256 = ''
  const onSeal = (value: string) => void (sha256 = value)
  try {
    const unpacked = createGunzip(GUNZIP)
    const read = await pipeline(
      unsealed(file, onSeal),
      unpacked,
      (content: AsyncIterable<Buffer>) => readContent(content, take),
      { signal },
    )
    return { ...read, sha256 }
  } catch (error) {
    if (!isDamage(error)) throw error
    throw new InvalidBackup('it is truncated or was changed', { cause: error })
  }
}

type Seal = { readonly sha256: string }

const NEVER = new AbortController().signal

/** Whether zlib reports damaged data. */
function isDamage(error: unknown): boolean {
  return ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_')
}
