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
