import { expect, test } from '@jest/globals'
import { keywordOf } from './keyword.js'

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
    'please stop | stop it | STOPP | S T O P | STOP. Now | non-stop | stop-all | stop, all | yes please | yesyes',
  ),
  ...words('help me | started | Y E S | YE | N | NO | opt--out | STOP2 | 2STOP | STOP YES | ST.OP | STÓP | ŠTOP'),
  ...['STOP 🛑', '🛑', '👍', 'YES 👍', '', ' ', '!!!', '?', '\0', 'стоп', 'constructor', '__proto__'],
])('any other text is an ordinary message: %j', (body) => {
  expect(keywordOf(body)).toBeNull()
})

test('a very long text is parsed by the same rules', () => {
  const [dots, spaces] = ['.'.repeat(200_000), ' '.repeat(200_000)]
  expect(keywordOf(`${dots}${spaces}stop${spaces}${dots}`)).toBe('stop')
  expect(keywordOf(`a${dots}stop${dots}a`)).toBeNull()
  expect(keywordOf(`a${spaces}b${spaces}stop`)).toBeNull()
  expect(keywordOf('stop '.repeat(100_000))).toBeNull()
})
