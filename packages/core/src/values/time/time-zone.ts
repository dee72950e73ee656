import { DomainError } from '../errors.js'
import { quote } from '../text/text.js'

declare const checked: unique symbol
/** An IANA name that Intl knows. Abbreviations and offsets are refused: they have no history or daylight time. */
export type TimeZone = string & { readonly [checked]: true }

/** Returns the zone in its usual case, and never replaces it with an alias. */
export function parseTimeZone(text: string): TimeZone {
  if (!isTimeZone(text)) {
    throw new DomainError(
      'invalid-input',
      `${quote(text)} is not a time zone: expected an IANA name, such as Europe/Paris`,
    )
  }
  return (PLACES_BY_FOLDED.get(text.toLowerCase()) ?? canonicalCase(text)) as TimeZone
}

/** Whether the text names a zone. Ignores case. */
export function isTimeZone(text: string): boolean {
  return PLACE_AREA.test(text) ? isKnown(text) : ASCII.test(text) && PLACES_BY_FOLDED.has(text.toLowerCase())
}

/** Excludes SystemV: Intl still knows its zones, but they are abbreviations, and IANA has removed them. */
const PLACE_AREA = /^(?!systemv\/)[a-z]+(?:\/[a-z0-9_+-]+)+$/i
/** Checked before the change of case: some non-ASCII letters, such as the Kelvin sign, have an ASCII lower case. */
const ASCII = /^[a-z-]+$/i

/** The IANA names without a slash that name a place or UTC; the others (EST, CET, PST8PDT …) are abbreviations. */
const PLACES =
  'UTC UCT Universal Zulu Greenwich Cuba Egypt Eire GB GB-Eire Hongkong Iceland Iran Israel Jamaica Japan Kwajalein ' +
  'Libya NZ NZ-CHAT Navajo PRC Poland Portugal ROC ROK Singapore Turkey W-SU'
const PLACES_BY_FOLDED = new Map(PLACES.split(' ').map((name) => [name.toLowerCase(), name]))

/**
 * Every word of an IANA name begins with a capital, with a few exceptions. Intl cannot give the spelling: which of two
 * names is canonical (Asia/Calcutta or Asia/Kolkata) differs between versions, and Intl does not list aliases.
 */
function canonicalCase(name: string): string {
  return name.toLowerCase().replace(WORD, (word) => ODD_WORDS.get(word) ?? word[0]!.toUpperCase() + word.slice(1))
}

const WORD = /[a-z0-9]+/g
const ODD_WORDS = new Map(
  (
    'of es au US UTC UCT GMT GMT0 ACT LHI NSW IN BajaNorte BajaSur ComodRivadavia DeNoronha DumontDUrville ' +
    'EasterIsland McMurdo'
  )
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
)

function isKnown(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
