import { EXCERPT_MAX } from '@carillon/core'

/** Converts any bytes to text that can be stored. An incomplete character at the end is dropped. */
export function excerptOf(bytes: Buffer): string {
  return shorten(new TextDecoder().decode(bytes, { stream: true }))
}

/** Makes any text storable, and shortens it to the maximum length of an excerpt. */
export function shorten(text: string): string {
  return text
    .slice(0, EXCERPT_MAX)
    .replace(UNSTORABLE, '\ufffd')
    .replace(/\ufffd$/u, '')
}

/** Includes lone surrogates, because truncating a text can split a surrogate pair. */
const UNSTORABLE = /\0|\p{Surrogate}/gu
