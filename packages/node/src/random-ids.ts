import { randomFillSync } from 'node:crypto'
import { createIds, type Clock, type Ids } from '@carillon/core'

/** Ids that sort by time and cannot be guessed. */
export function randomIds(clock: Clock): Ids {
  return createIds({ nowMs: () => clock.now().getTime(), randomBytes: bufferedBytes(BLOCK_LENGTH) })
}

const BLOCK_LENGTH = 4_096

/** Requests random bytes in blocks, because requesting a few bytes costs as much as thousands. Uses no byte twice. */
function bufferedBytes(blockLength: number): (length: number) => Uint8Array {
  const block = Buffer.alloc(blockLength)
  let used = blockLength
  return (length) => {
    if (used + length > blockLength) {
      randomFillSync(block)
      used = 0
    }
    used += length
    return block.subarray(used - length, used)
  }
}
