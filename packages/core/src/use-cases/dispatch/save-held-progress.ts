import type { ChunkKey } from '../../model/broadcasts/broadcast-store.js'
import type { ChunkProgress } from '../../model/broadcasts/chunk.js'
import type { Stores } from '../../stores/unit-of-work.js'

/** Of a chunk that we hold, in which we have seen the attempt `from`, or none: nobody can have come first. */
export async function saveHeldProgress(
  { broadcasts }: Pick<Stores, 'broadcasts'>,
  chunk: ChunkKey & { readonly progress: ChunkProgress },
  from: string | null,
): Promise<void> {
  if (await broadcasts.saveProgress(chunk, from)) return
  throw new Error(`Chunk ${chunk.number} of ${chunk.broadcast} is held, and its attempt is not ${from}`)
}
