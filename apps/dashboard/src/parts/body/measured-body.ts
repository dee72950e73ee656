import { measureText, septetsOf, type TextEncoding } from '@carillon/core/text-segments'

export type MeasuredBody = {
  readonly encoding: TextEncoding
  readonly segments: number
  readonly characters: number
  /** How many characters fit into the present number of segments. */
  readonly charactersMax: number
}

/** What the server will count for this text, as long as it has no merge tags. */
export function measuredBody(text: string): MeasuredBody {
  const { encoding, segments } = measureText(text)
  const isGsm = encoding === 'GSM-7'
  return {
    encoding,
    segments,
    characters: isGsm ? septetsOf(text) : text.length,
    charactersMax: segments * (isGsm ? 160 : 70),
  }
}
