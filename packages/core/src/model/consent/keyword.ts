import type { Account } from '../accounts/account.js'
import {
  logEntryOf,
  type ConsentChange,
  type ConsentDeps,
  type ConsentLogEntry,
} from './consent-log.js'
import type { GroupId } from '../../values/ids.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'

/** The keywords that change or request something. Every other text is only a message. */
export type Keyword = 'stop' | 'yes' | 'help' | 'start'

/** The whole text must be the keyword, in any case and character width, with or without punctuation around it. */
export function keywordOf(body: string): Keyword | null {
  const word = withoutSurroundings(body.normalize('NFKC').replace(INVISIBLE, ''))
  return KEYWORDS.get(word.replace(WHITE_SPACE, ' ').replace(DASH, '-').toUpperCase()) ?? null
}

const WORDS = {
  stop: 'STOP, STOPALL, STOP ALL, UNSUBSCRIBE, CANCEL, END, QUIT, REVOKE, OPTOUT, OPT OUT, OPT-OUT, REMOVE',
  yes: 'YES, Y',
  help: 'HELP, INFO',
  start: 'START, UNSTOP, JOIN',
} as const satisfies Record<Keyword, string>

const KEYWORDS: ReadonlyMap<string, Keyword> = new Map(
  (Object.keys(WORDS) as Keyword[]).flatMap((keyword) =>
    WORDS[keyword].split(', ').map((word): [string, Keyword] => [word, keyword]),
  ),
)

/** Direction marks and other invisible characters that phones insert. */
const INVISIBLE = /\p{Cf}/gu
const WHITE_SPACE = /\s+/g
const DASH = /\p{Pd}/gu
/** All characters that keyboards offer as punctuation, `<` and `~` included, but no emoji. */
const SURROUNDING = /[\s\p{P}$+<=>^`|~]/u

/** Trims character by character from both ends: a pattern anchored at the end would try every run of punctuation. */
function withoutSurroundings(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SURROUNDING.test(text[start]!)) start++
  while (start < end && SURROUNDING.test(text[end - 1]!)) end--
  return text.slice(start, end)
}

/** A keyword from a phone, as one unit of work handles it. */
export type KeywordText = {
  readonly account: Account
  readonly phone: PhoneNumber
  /** The whole text, as evidence. */
  readonly body: string
  readonly now: Date
}

/** The consent log entry of a change that a contact made by a text. */
export function entryByContact(
  { account, phone, body, now }: KeywordText,
  deps: ConsentDeps,
  group: GroupId | null,
  change: ConsentChange,
): ConsentLogEntry {
  const contact = { account: account.id, phone }
  return logEntryOf(deps, { contact, group, change, by: 'CONTACT', at: now, text: body })
}
