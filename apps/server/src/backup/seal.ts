import { createHash } from 'node:crypto'
import { InvalidBackup } from './invalid-backup.js'

/**
 * A backup is a gzip file in which a change of any byte is detected. gzip's checksum covers neither the header nor the
 * padding of its blocks. So the header is constant, and the file ends with an empty gzip member, whose comment is the
 * SHA-256 of all bytes before it. gunzip and zcat read the file as usual.
 */
export async function* sealed(gzip: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256').update(HEADER)
  yield HEADER
  let toSkip = HEADER.length
  for await (const chunk of gzip) {
    const rest = chunk.subarray(Math.min(toSkip, chunk.length))
    toSkip -= chunk.length - rest.length
    hash.update(rest)
    yield rest
  }
  yield sealOf(hash.digest('hex'))
}

/** Calls `onSeal` with the SHA-256 at the end. Throws, at the end or earlier, if a byte was changed. */
export async function* unsealed(file: AsyncIterable<Buffer>, onSeal: (sha256: string) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let [buffered, isBegun]: [Buffer, boolean] = [Buffer.alloc(0), false]
  for await (const chunk of file) {
    buffered = Buffer.concat([buffered, chunk])
    if (buffered.length <= HEADER.length + SEAL_BYTES) continue
    if (!isBegun) requireHeader(buffered)
    isBegun = true
    const rest = buffered.subarray(0, buffered.length - SEAL_BYTES)
    buffered = buffered.subarray(buffered.length - SEAL_BYTES)
    hash.update(rest)
    yield rest
  }
  if (!isBegun) requireHeader(buffered)
  const sha256 = hash.digest('hex')
  if (!buffered.equals(sealOf(sha256))) throw new InvalidBackup('it is truncated or was changed')
  onSeal(sha256)
}

/** Deflate, no modification time, unknown operating system. */
const HEADER = gzipHeader({ flags: 0 })

function gzipHeader({ flags }: { flags: number }): Buffer {
  return Buffer.from([0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 0xff])
}

const WITH_COMMENT = 0x10
/** One empty block, its checksum, and its length. */
const NOTHING = Buffer.from([3, 0, 0, 0, 0, 0, 0, 0, 0, 0])

function sealOf(sha256: string): Buffer {
  return Buffer.concat([gzipHeader({ flags: WITH_COMMENT }), Buffer.from(`sha256 ${sha256}\0`), NOTHING])
}

const SEAL_BYTES = sealOf('0'.repeat(64)).length

function requireHeader(start: Buffer): void {
  if (!start.subarray(0, HEADER.length).equals(HEADER)) throw new InvalidBackup(NO_BACKUP)
}

export const NO_BACKUP = 'it is not a backup made by carillon'
