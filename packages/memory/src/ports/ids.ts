import { createIds, type Clock, type Ids } from '@carillon/core'
import { randomFrom } from './chance.js'

/** The same ids again for the same seed and times. */
export function seededIds({ seed, clock }: { readonly seed: number; readonly clock: Clock }): Ids {
  const random = randomFrom(seed)
  return createIds({
    nowMs: () => clock.now().getTime(),
    randomBytes: (length) => Uint8Array.from({ length }, () => random() >>> 24),
  })
}
