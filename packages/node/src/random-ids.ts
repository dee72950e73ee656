import { randomFillSync } from 'node:crypto'
import { createIds, type Clock, type Ids } from '@carillon/core'

/** Ids that sort by the clock and that nobody can guess. */
export function randomIds(clock: Clock): Ids {
  return createIds({ nowMs: () => clock.now().getTime(), randomBytes: bufferedBytes(BLOCK_LENGTH) })
}

const BLOCK_LENGTH = 4_096

/** Asking the system for a few bytes costs as much as for a few thousand. No byte is given twice. */
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
