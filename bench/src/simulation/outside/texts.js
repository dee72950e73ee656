/** What contacts are called. A value is never filled in itself. */
export const FIRST_NAME = 'Ann {{contact_last_name}}'
export const LAST_NAME = 'Lee'

/** What is sent to them, `LINK` being the account's own. */
export const BODIES = [
  'Hello',
  'Hi {{contact_first_name}}, today is {{ current_date }}',
  'Hi {{contact_custom_field_1}}{{nothing}}: {{trackingLink "LINK"}}',
  "{{trackingLink 'LINK'}} or {{trackingLink 'elsewhere.example.com/x'}}",
]

/** The URLs of tracking links in what became of one of these. */
export function urlsIn(body) {
  const urls = body.matchAll(/https:\/\/(\S+)\/([A-Za-z0-9]{10})\b/g)
  return Array.from(urls, ([url, link, code]) => ({ url, link, code }))
}

/** As a text with one begins. */
export const ONE_TIME_CODE = /^(\d{6}) is your code/

/** What phones write, by what it means. */
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
