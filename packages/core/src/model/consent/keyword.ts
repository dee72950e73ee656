/** The keywords that change or request something. Every other text is only a message. */
export type Keyword = 'stop' | 'yes' | 'help' | 'start'

/** The whole text must be the keyword. Case, full-width characters and surrounding punctuation do not matter. */
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

/** Trims character by character from both ends: a regex anchored at the end would try every run of punctuation. */
function withoutSurroundings(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SURROUNDING.test(text[start]!)) start++
  while (start < end && SURROUNDING.test(text[end - 1]!)) end--
  return text.slice(start, end)
}
