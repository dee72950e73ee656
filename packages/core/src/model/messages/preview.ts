import type { FieldError } from '../../values/errors.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import type { Replacement, SmartSavings } from '../../values/text/smart-encoding.js'
import type { TextEncoding } from '../../values/text/text-segments.js'
import type { FrequencyCap } from '../frequency/frequency-cap.js'
import type { CreditAmounts } from '../credits/ledger.js'
import type { RenderedText } from '../templates/compiled-body.js'
import type { WindowsPreview } from '../windows/windows-preview.js'
import type { TemplateRef, UsedTemplate } from '../templates/template-content.js'

/** The effects that a request would have. Only texts of accepted recipients are included. */
export type Preview = TextsPreview & {
  readonly recipients: { readonly submitted: number; readonly accepted: number; readonly dropped: Dropped }
  readonly credits: { readonly required: CreditAmounts; readonly available: CreditAmounts }
  /** The conditions of the audience's filter that hold for nobody; absent if there is none. */
  readonly unmetConditions?: readonly FieldError[]
  /** Absent if the account has no sending windows, or the request does not observe them. */
  readonly windows?: WindowsPreview
  /** The caps that are reached, in the order of the account, each with the recipients that it is the first to stop. */
  readonly reachedCaps?: readonly PreviewedCap[]
  /** The templates whose texts would be sent. Absent without a template. */
  readonly templates?: readonly PreviewedTemplate[]
}

export type PreviewedCap = FrequencyCap & { readonly recipients: number }

export type Dropped = {
  /** In a country, or of a kind, that the account may not text. */
  readonly country: number
  readonly notOptedIn: number
  readonly optedOut: number
  readonly alreadySent: number
  /** Only in bulk: values of the contact, or smart encoding, make the text violate the content policy. */
  readonly contentBlocked: number
  /** A recent look-up found a landline. Absent if the account texts landlines. */
  readonly landline?: number
  /** By what was sent until now, a frequency cap is reached. Absent if no cap holds for the request. */
  readonly frequencyCapped?: number
}

export const NONE_DROPPED: Dropped = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 }

export type TextsPreview = {
  /** UCS-2 if at least one text is encoded in UCS-2. */
  readonly encoding: TextEncoding
  readonly segments: { readonly min: number; readonly max: number; readonly total: number }
  /** The first `SAMPLES_MAX` texts. */
  readonly samples: readonly Sample[]
} & (SmartSavings | NoSmartEncoding)

/** The version that would be sent. */
export type PreviewedTemplate = TemplateRef & {
  /** How many of the texts have which language: first the default. Absent if the template has no variants. */
  readonly languages?: readonly { readonly language: string; readonly recipients: number }[]
  /** Why all of them get the default text, although the template has variants. */
  readonly ignored?: 'custom_field_unavailable'
}

/** How many texts are of which variant (null: the default text), and whether the variants cannot be chosen now. */
export type ChosenVariants = { readonly counts: ReadonlyMap<string | null, number>; readonly isIgnored: boolean }

export const NONE_CHOSEN: ChosenVariants = { counts: new Map(), isIgnored: false }

export function withVariants(
  { counts, isIgnored }: ChosenVariants,
  more: { readonly variants: readonly (string | null)[]; readonly isIgnored: boolean },
): ChosenVariants {
  const sums = new Map(counts)
  for (const variant of more.variants) sums.set(variant, (sums.get(variant) ?? 0) + 1)
  return { counts: sums, isIgnored: isIgnored || more.isIgnored }
}

export function previewedTemplate(
  { id, version, language }: UsedTemplate,
  { counts, isIgnored }: ChosenVariants,
): PreviewedTemplate {
  if (language === null) return { id, version }
  const names = [null, ...Object.keys(language.variants)]
  const languages = names.map((name) => ({ language: name ?? language.default, recipients: counts.get(name) ?? 0 }))
  return { id, version, languages, ...(isIgnored && { ignored: 'custom_field_unavailable' }) }
}

type NoSmartEncoding = { readonly savedSegments?: never; readonly replaced?: never }

export type Sample = {
  readonly to: string
  readonly body: string
  readonly segments: number
  readonly wireParts: number
  readonly encoding: TextEncoding
}

const SAMPLES_MAX = 5

/** The text of an accepted recipient. */
export type PreviewedText = Sample & Pick<RenderedText, 'smart'>

export function previewedText(to: PhoneNumber, { text, measure, smart }: RenderedText): PreviewedText {
  const sample = { to, body: text, ...measure }
  return smart === undefined ? sample : { ...sample, smart }
}

/** The preview when no recipient is accepted. */
export function noTexts({ smartEncoding }: { readonly smartEncoding: boolean }): TextsPreview {
  const none = { encoding: 'GSM-7', segments: { min: 0, max: 0, total: 0 }, samples: [] } as const
  return smartEncoding ? { ...none, savedSegments: 0, replaced: [] } : none
}

/** Adds texts to the preview; only the first `SAMPLES_MAX` become samples. */
export function withTexts(
  { encoding, segments, samples, ...savings }: TextsPreview,
  more: readonly PreviewedText[],
): TextsPreview {
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
    samples: [...samples, ...more.slice(0, SAMPLES_MAX - samples.length).map(sampleOf)],
    ...(savings.savedSegments !== undefined && savedIn(more, savings)),
  }
}

function sampleOf({ smart: _, ...sample }: PreviewedText): Sample {
  return sample
}

/** The maximum number of different replacements that are listed. */
const REPLACED_MAX = 100

/** With what was saved and replaced before. */
function savedIn(texts: readonly PreviewedText[], before: SmartSavings): SmartSavings {
  let { savedSegments } = before
  const replaced = new Map(before.replaced.map((one) => [keyOf(one), one]))
  for (const { smart } of texts) {
    savedSegments += smart?.savedSegments ?? 0
    for (const one of smart?.replaced ?? []) {
      const { count } = replaced.get(keyOf(one)) ?? { count: 0 }
      if (count > 0 || replaced.size < REPLACED_MAX) replaced.set(keyOf(one), { ...one, count: count + one.count })
    }
  }
  return { savedSegments, replaced: [...replaced.values()] }
}

function keyOf({ character, by }: Replacement): string {
  return character + by
}
