/** What a text can mean by itself. Every other text is a message and nothing more. */
export type Keyword = 'stop' | 'yes' | 'help' | 'start'

/** The whole message must be the word, however it is spelled: in any case and width, with punctuation around it. */
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

/** Marks of direction and the like, which phones put in and nobody sees. */
const INVISIBLE = /\p{Cf}/gu
const WHITE_SPACE = /\s+/g
const DASH = /\p{Pd}/gu
/** Punctuation is what a keyboard has under that name, `<` and `~` included; an emoji is not. */
const SURROUNDING = /[\s\p{P}$+<=>^`|~]/u

/** From both ends inward, one step a character: a pattern tied to the end would try every run of punctuation in between. */
function withoutSurroundings(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && SURROUNDING.test(text[start]!)) start++
  while (start < end && SURROUNDING.test(text[end - 1]!)) end--
  return text.slice(start, end)
}
