import { smartTextOf } from '../../values/text/smart-encoding.js'
import { measureText } from '../../values/text/text-segments.js'
import type { SlotRequest } from './throttle.js'

export const RATE_COUNTS = ['parts', 'messages'] as const

/** What the rates of an account's senders count: the parts that carriers transmit, or whole messages. */
export type RateCounts = (typeof RATE_COUNTS)[number]

export type SenderRate = { readonly perSecond: number; readonly counts: RateCounts }

/** What a message counts for if a rate counts parts. An MMS is one part, whatever its text. */
export function ratePartsOf({ body, mediaUrl }: Content): number {
  return mediaUrl === null ? measureText(body).wireParts : 1
}

type Content = { readonly body: string; readonly mediaUrl: string | null }

/**
 * How many parts each message of a broadcast has, about: merge tags are not filled in. Null if each recipient has a separate
 * body.
 */
export function estimatedPartsOf({ body, mediaUrl, smartEncoding }: BroadcastContent): number | null {
  if (body === null) return null
  return ratePartsOf({ body: (smartEncoding ? smartTextOf(body)?.text : null) ?? body, mediaUrl })
}

/** The same for a broadcast or a batch, whose longest text decides. Measures each text once. */
export function mostPartsOf(content: BroadcastContent, bodies: readonly string[] | null): number {
  const texts = bodies === null ? [content.body] : new Set(bodies)
  return [...texts].reduce((most, body) => Math.max(most, estimatedPartsOf({ ...content, body }) ?? 1), 1)
}

type BroadcastContent = {
  readonly body: string | null
  readonly mediaUrl: string | null
  readonly smartEncoding: boolean
}

/** The request as the rate counts it: if it counts messages, the parts do not matter. */
export function countedBy(counts: RateCounts, { parts, ...request }: SlotRequest): SlotRequest {
  return counts === 'messages' || parts === undefined ? request : { ...request, parts }
}
