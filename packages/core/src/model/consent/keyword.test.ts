import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { keywordOf } from './keyword.js'
import { resemblesStop } from './resembles-stop.js'
import { STOP_EXAMPLES } from './stop-examples.js'

const words = (text: string) => text.split(' | ')

test.each([
  [
    'stop',
    words('STOP | STOPALL | STOP ALL | UNSUBSCRIBE | CANCEL | END | QUIT | REVOKE | OPTOUT | OPT OUT | OPT-OUT'),
  ],
  ['stop', words('REMOVE')],
  ['yes', words('YES | Y')],
  ['help', words('HELP | INFO')],
  ['start', words('START | UNSTOP | JOIN')],
])('%s is recognized in every spelling: %j', (keyword, spellings) => {
  for (const spelling of spellings) expect([spelling, keywordOf(spelling)]).toEqual([spelling, keyword])
})

test.each([
  ['upper and lower case', words('stop | Stop | sToP | yes | hElP | opt-Out')],
  ['surrounding white space', ['  STOP  ', '\nSTOP\r\n', '\tstop', '\u00a0STOP\u3000', '\ufeffSTOP']],
  ['compatibility characters, by NFKC', ['ＳＴＯＰ', 'ｓｔｏｐ！', 'ⓢⓣⓞⓟ', 'ſtop', '𝐒𝐓𝐎𝐏', 'ＳＴＯＰ　ＡＬＬ']],
  ['any white space between words', ['STOP  ALL', 'stop\nall', 'opt \t out', 'OPT\u00a0OUT']],
  ['surrounding punctuation', ['STOP!!', 'stop.', '"STOP"', '“Stop”', '¡STOP!', '(stop)', "'stop'", '...stop…']],
  [
    'surrounding punctuation',
    ['* STOP *', '<STOP>', '`stop`', '~stop~', '#stop', 'stop :', '- stop -', '。ＳＴＯＰ。'],
  ],
  ['any kind of dash', ['OPT‐OUT', 'opt‑out', 'opt–out']],
  ['invisible characters', ['\u200eSTOP\u200f', 'STOP\u200b', '\u2068stop\u2069', 'ST\u00adOP']],
])('a keyword is recognized with %s: %j', (_, spellings) => {
  for (const spelling of spellings) expect([spelling, keywordOf(spelling)]).not.toEqual([spelling, null])
})

test.each([
  ...words(
    'stop it | S T O P | STOP. Now | non-stop | stop-all | stop, all | yes please | yesyes | YES YES | START START',
  ),
  ...words('help me | started | Y E S | YE | YÉS | N | NO | opt--out | 2STOP | STOP YES | ST.OP'),
  ...[
    '🛑',
    '👍',
    'YES 👍',
    '👍 Y',
    'START 🙏',
    'JOIN 🎉',
    '',
    ' ',
    '!!!',
    '?',
    '\0',
    'стоп',
    'constructor',
    '__proto__',
  ],
])('any other text is an ordinary message: %j', (body) => {
  expect(keywordOf(body)).toBeNull()
})

test('emoji do not matter for STOP and HELP: with a variation selector or a skin tone, joined, or a flag', () => {
  const emoji = ['🙏', '❗️', '✋🏽', '👩🏽‍💻', '🇫🇷', '❤', '🅾️']
  for (const one of emoji) {
    for (const spelled of [(word: string) => `${word} ${one}`, (word: string) => `${one}${word}${one}`]) {
      expect([one, keywordOf(spelled('STOP')), keywordOf(spelled('help'))]).toEqual([one, 'stop', 'help'])
    }
  }
})

test('accents, repeated words and doubled letters do not matter for STOP', () => {
  for (const text of words('ARRÊT | arret | STÓP | ŠTOP | stop stop | STOP! STOP! | stoppp | STOP2 | pleaseee stopp')) {
    expect([text, keywordOf(text)]).toEqual([text, 'stop'])
  }
})

describe('examples', () => {
  const taken = Object.entries(STOP_EXAMPLES.taken)
  const notTaken = Object.entries(STOP_EXAMPLES.notTaken)
  const distinct = (groups: typeof taken | typeof notTaken) =>
    new Set(groups.flatMap(([, texts]) => texts).map((text) => text.toLowerCase().replace(/[^\p{L}\p{N} ]/gu, ''))).size

  test.each(taken)('that say stop are taken as STOP: %s', (_, texts) => {
    for (const text of texts) expect([text, keywordOf(text)]).toEqual([text, 'stop'])
  })

  test.each(notTaken)('that only sound like it are not taken as STOP: %s', (_, texts) => {
    for (const text of texts) expect([text, keywordOf(text)]).not.toEqual([text, 'stop'])
  })

  test('are at least 150 of each kind, however their case and punctuation are', () => {
    expect(distinct(taken)).toBeGreaterThanOrEqual(150)
    expect(distinct(notTaken)).toBeGreaterThanOrEqual(150)
  })
})

test('a way to say stop has at most six words, and a repeated word counts once', () => {
  expect(keywordOf('please remove me from your list')).toBe('stop')
  expect(keywordOf('please remove me from your mailing list')).toBeNull()
  expect(keywordOf('please stop please stop please stop please stop')).toBe('stop')
})

test('nothing but courtesies may be around a way to say stop', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(STOP_EXAMPLES.taken).flat()),
      fc.constantFrom('zebra', 'not', 'lol', '5'),
      (text, other) => {
        // A word of the text that is repeated changes nothing.
        fc.pre(!text.toLowerCase().split(/\W+/).includes(other))
        expect(keywordOf(`${other} ${text}`)).toBeNull()
        expect(keywordOf(`${text} ${other}`)).toBeNull()
        expect(keywordOf(`${text}. ${other}`)).toBeNull()
      },
    ),
  )
})

test('a question says stop if it is a request, or a keyword alone', () => {
  for (const text of words('can you stop? | Stop texting me, please? | stop?')) expect(keywordOf(text)).toBe('stop')
  for (const text of words('no more texts? | opted out? | ¿no más mensajes?')) expect(keywordOf(text)).toBeNull()
})

test('"no" says nothing before a way to say stop, and takes back what it follows', () => {
  expect(keywordOf('No. Stop.')).toBe('stop')
  expect(keywordOf('Stop? No.')).toBeNull()
  expect(keywordOf('no stop')).toBeNull()
})

test('a very long text is parsed by the same rules', () => {
  const [dots, spaces] = ['.'.repeat(200_000), ' '.repeat(200_000)]
  expect(keywordOf(`${dots}${spaces}stop${spaces}${dots}`)).toBe('stop')
  expect(keywordOf(`a${dots}stop${dots}a`)).toBeNull()
  expect(keywordOf(`a${spaces}b${spaces}stop`)).toBeNull()
  expect(keywordOf('stop '.repeat(100_000))).toBe('stop')
  expect(keywordOf(`${'stop '.repeat(100_000)}sign`)).toBeNull()
})

test.each([
  ['combining marks in an order that normalization must sort', `a${'\u0301\u0316'.repeat(200_000)}`],
  ['one letter', `${'s'.repeat(200_000)}top`],
  ['words joined by hyphens', 'a-'.repeat(100_000)],
  ['the beginning of a way to say stop', 'please stop sending me the daily '.repeat(6_000)],
  ['questions', 'no? '.repeat(50_000)],
  ['emoji', '👩🏽‍💻'.repeat(30_000)],
])('a hostile text is parsed in linear time: %s', (_, text) => {
  const began = performance.now()
  keywordOf(text)
  resemblesStop(text)
  expect(performance.now() - began).toBeLessThan(5_000)
})
