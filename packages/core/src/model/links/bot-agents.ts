/**
 * How the programs call themselves that look at a link so that an app can show a preview of it, and those that follow
 * every link they find. iMessage and Signal call themselves by names of others that are here. The browsers inside of
 * apps, such as Facebook, Instagram, Snapchat or Pinterest, have the app's name too, and a person before them.
 */
const NAMES = `
  Bluesky.Cardyb Embedly facebookcatalog facebookexternalhit Google-\\w GoogleDocs GoogleImageProxy
  GoogleOther Google.Favicon developers\\.google\\.com/\\+/web/snippet Iframely kakaotalk-scrap line-poker Mastodon
  meta-external meta-webindexer Pinterest/0 Slack-ImgProxy Synapse vkShare Yahoo!.Slurp`

/** Where a name stands alone, and is that of an app otherwise. */
const WHOLE_NAMES = 'facebook snapchat viber whatsapp'

/** What programs say they are, whatever their name. There are telephones called Cubot. */
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
