import { createIds, type Chance, type Clock, type Ids } from '@carillon/core'

/** Returns the same ids for the same seed and times. */
export function seededIds({ seed, clock }: { readonly seed: number; readonly clock: Clock }): Ids {
  const random = randomFrom(seed)
  return createIds({
    nowMs: () => clock.now().getTime(),
    randomBytes: (length) => Uint8Array.from({ length }, () => random() >>> 24),
  })
}

/** Returns the same random numbers for the same seed. Uses mulberry32, a small generator with an even distribution. */
export function seededChance(seed: number): Chance {
  const bits = randomFrom(seed)
  return { next: () => bits() / 2 ** 32 }
}

/** Each call of the returned function returns 32 random bits. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return (mixed ^ (mixed >>> 14)) >>> 0
  }
}
