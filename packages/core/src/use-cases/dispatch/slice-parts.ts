import { ratePartsOf } from '../../model/senders/rate-counts.js'
import { capacityOf } from '../../model/senders/throttle-entry.js'
import type { SenderSlotRequest, SlotGrant } from '../../model/senders/throttle-store.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores } from '../../stores/unit-of-work.js'
import { submissionAt, writtenAt, type Home, type OpenSlice } from '../broadcasts/slice.js'
import { isBlocked } from '../messages/checked-renderer.js'
import { renderTexts } from './write-texts.js'

/** The wire parts of the first `count` messages. */
export type PartsOf = (count: number) => readonly number[] | Promise<readonly number[]>

/**
 * Takes slots for the first messages of a slice. Calls `partsOf` only if the sender has a rate that counts parts, and only for
 * as many messages as may be submitted at once.
 */
export async function takeForParts(
  { throttles }: Pick<Stores, 'throttles'>,
  request: SenderSlotRequest,
  partsOf: PartsOf,
): Promise<SlotGrant> {
  const { account, sender, wanted, now } = request
  const rate = await throttles.rateOf(account, sender)
  if (rate === null) return { taken: wanted, nextAt: now, isThrottled: false }
  if (rate.counts === 'messages') return throttles.take({ ...request, rate })
  const parts = await partsOf(Math.min(wanted, capacityOf(rate.perSecond)))
  return throttles.take({ ...request, rate, parts })
}

type WriteOptions = { readonly secrets: Secrets; readonly indices: readonly number[]; readonly now: Date }

/** The parts of the texts that these recipients would get now. A text that the content policy blocks counts as one. */
export function partsToWrite(stores: Stores, home: Home, { secrets, indices, now }: WriteOptions): PartsOf {
  return async (count) => {
    const first = indices.slice(0, count)
    const { chosen, bodies, rendered } = await renderTexts(stores, { secrets, home, indices: first, now })
    const partsOf = rememberingParts()
    return first.map((index, i) => {
      const text = rendered?.texts[i]
      if (text !== undefined && isBlocked(text)) return 1
      return partsOf(submissionAt(home, index, { text: text?.text ?? bodies[i]!, mediaUrl: chosen?.mediaUrls[i] }))
    })
  }
}

/** The parts of the texts that an attempt has stored, at these positions of its `indices`. */
export function partsWritten(slice: OpenSlice, positions: readonly number[]): PartsOf {
  const { attempt } = slice
  const partsOf = rememberingParts()
  return (count) =>
    positions
      .slice(0, count)
      .map((position) => partsOf(submissionAt(slice, attempt.indices[position]!, writtenAt(attempt, position))))
}

/** Measures each text once: the texts of a slice are usually all the same. */
function rememberingParts(): typeof ratePartsOf {
  const known = new Map<string, number>()
  return ({ body, mediaUrl }) => {
    if (mediaUrl !== null) return 1
    const parts = known.get(body) ?? ratePartsOf({ body, mediaUrl })
    known.set(body, parts)
    return parts
  }
}
