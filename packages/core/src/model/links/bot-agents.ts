/**
 * User agents of programs that fetch a link to show a preview of it, and of programs that follow every link they find.
 * iMessage and Signal use names from this list. In-app browsers, such as those of Facebook, Instagram, Snapchat or
 * Pinterest, have the app's name in their user agent too, but a person uses them.
 */
const NAMES = `
  Bluesky.Cardyb Embedly facebookcatalog facebookexternalhit Google-\\w GoogleDocs GoogleImageProxy
  GoogleOther Google.Favicon developers\\.google\\.com/\\+/web/snippet Iframely kakaotalk-scrap line-poker Mastodon
  meta-external meta-webindexer Pinterest/0 Slack-ImgProxy Synapse vkShare Yahoo!.Slurp`

/** Names that identify a bot only at the start of the user agent; elsewhere they identify an app. */
const WHOLE_NAMES = 'facebook snapchat viber whatsapp'

/** Words for bots, matched in any part of a name. Phones of the brand Cubot are excluded. */
const KINDS = '(?<!cu)bots?(?![a-z]) crawler preview scanner spider unfurl [a-z]-google(?![a-z])'

const AGENT = new RegExp(
  [
    ...wordsOf(NAMES).map((name) => `(?<![a-z])${name}`),
    ...wordsOf(WHOLE_NAMES).map((name) => `^${name}(?![a-z])`),
    ...wordsOf(KINDS),
  ].join('|'),
  'i',
)

export function isBotAgent(agent: string): boolean {
  return AGENT.test(agent)
}

function wordsOf(text: string): readonly string[] {
  return text.trim().split(/\s+/)
}
