import { EXCERPT_MAX } from '@carillon/core'

/** As text that can be stored, whatever the bytes are; a character that is cut off at the end is left out. */
export function excerptOf(bytes: Buffer): string {
  return shorten(new TextDecoder().decode(bytes, { stream: true }))
}

/** Text of any origin, storable and no longer than an excerpt may be. */
export function shorten(text: string): string {
  return text
    .slice(0, EXCERPT_MAX)
    .replace(UNSTORABLE, '\ufffd')
    .replace(/\ufffd$/u, '')
}

/** Cutting can leave half of a pair. */
const UNSTORABLE = /\0|\p{Surrogate}/gu
