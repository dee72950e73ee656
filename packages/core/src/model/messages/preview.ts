import type { TextEncoding } from '../../values/text/text-segments.js'
import type { CreditAmounts } from '../credits/ledger.js'

/** The effects that a request would have. Only texts of accepted recipients are included. */
export type Preview = TextsPreview & {
  readonly recipients: { readonly submitted: number; readonly accepted: number; readonly dropped: Dropped }
  readonly credits: { readonly required: CreditAmounts; readonly available: CreditAmounts }
}

export type Dropped = {
  /** In a country, or of a kind, that the account may not text. */
  readonly country: number
  readonly notOptedIn: number
  readonly optedOut: number
  readonly alreadySent: number
  /** Only in bulk: the values of the contact make the text violate the content policy. */
  readonly contentBlocked: number
}

export const NONE_DROPPED: Dropped = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }

export type TextsPreview = {
  /** UCS-2 if at least one text is encoded in UCS-2. */
  readonly encoding: TextEncoding
  readonly segments: { readonly min: number; readonly max: number; readonly total: number }
  /** The first `SAMPLES_MAX` texts. */
  readonly samples: readonly Sample[]
}

export type Sample = {
  readonly to: string
  readonly body: string
  readonly segments: number
  readonly wireParts: number
  readonly encoding: TextEncoding
}

const SAMPLES_MAX = 5

/** The preview when no recipient is accepted. */
export const NO_TEXTS: TextsPreview = {
  encoding: 'GSM-7',
  segments: { min: 0, max: 0, total: 0 },
  samples: [],
}

/** Adds texts to the preview; only the first `SAMPLES_MAX` become samples. */
export function withTexts({ encoding, segments, samples }: TextsPreview, more: readonly Sample[]): TextsPreview {
  let { min, max, total } = segments
  for (const text of more) {
    // Every text has at least one segment, so a total of 0 means that no text has been counted yet.
    min = total === 0 ? text.segments : Math.min(min, text.segments)
    max = Math.max(max, text.segments)
    total += text.segments
  }
  return {
    encoding: more.some((text) => text.encoding === 'UCS-2') ? 'UCS-2' : encoding,
    segments: { min, max, total },
    samples: [...samples, ...more.slice(0, SAMPLES_MAX - samples.length)],
  }
}
