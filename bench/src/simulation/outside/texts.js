/** The first name of contacts. A merge tag within a value is never filled in. */
export const FIRST_NAME = 'Ann {{contact_last_name}}'
export const LAST_NAME = 'Lee'

/** What smart encoding replaces, and by what. */
const CURLY = 'It’s'
export const STRAIGHT = "It's"

/** The bodies of texts; `LINK` stands for the account's tracking link. */
export const BODIES = [
  'Hello',
  'Hi {{contact_first_name}}, today is {{ current_date }}',
  `${CURLY} on, {{contact_first_name}}…`,
  CURLY,
  'Hi {{contact_custom_field_1}}{{nothing}}: {{trackingLink "LINK"}}',
  "{{trackingLink 'LINK'}} or {{trackingLink 'elsewhere.example.com/x'}}",
  `{{contact_first_name}}: ${'A long text. '.repeat(25)}`,
]

/** The URLs of tracking links in a rendered body. */
export function urlsIn(body) {
  const urls = body.matchAll(/https:\/\/(\S+)\/([A-Za-z0-9]{10})\b/g)
  return Array.from(urls, ([url, link, code]) => ({ url, link, code }))
}

/** The beginning of a text with a one-time code. */
export const ONE_TIME_CODE = /^(\d{6}) is your code/

/** Inbound texts, by meaning. */
export const TEXTS = {
  stop: ['STOP', 'stop.', 'Unsubscribe'],
  yes: ['YES', 'y'],
  start: ['START', 'Join'],
  help: ['HELP', 'info?'],
  chat: ['see you at 5'],
}

export function meaningOf(body) {
  return Object.keys(TEXTS).find((meaning) => TEXTS[meaning].includes(body))
}
