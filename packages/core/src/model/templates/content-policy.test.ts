import { expect, test } from '@jest/globals'
import { DomainError } from '../../values/errors.js'
import type { Compliance } from '../accounts/account.js'
import { checkContent } from './content-policy.js'

const OPEN: Compliance = { blockedPhrases: [], blockPublicShorteners: false, helpText: null }
const NO_SHORTENERS: Compliance = { ...OPEN, blockPublicShorteners: true }
const blocking = (...blockedPhrases: string[]): Compliance => ({ ...OPEN, blockedPhrases })

/** The reason why a body is refused, or null if it is accepted. */
function refusal(body: string, compliance: Compliance = OPEN) {
  try {
    checkContent(body, compliance)
    return null
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    return { code: error.code, ...error.details }
  }
}

test.each([
  ['\u0000', 'U+0000'],
  ['\u0007', 'U+0007'],
  ['\u001b', 'U+001B'],
  ['\u000b', 'U+000B'],
  ['\u007f', 'U+007F'],
  ['\u0080', 'U+0080'],
  ['\u009f', 'U+009F'],
  ['\ud800', 'U+D800'],
  ['\udc00', 'U+DC00'],
  ['\udc00\ud800', 'U+DC00'],
  ['\ufdd0', 'U+FDD0'],
  ['\ufdef', 'U+FDEF'],
  ['\uffff', 'U+FFFF'],
  ['\u{1fffe}', 'U+1FFFE'],
  ['\u{10ffff}', 'U+10FFFF'],
])('%j cannot be sent: error 33016 names it and the number of code points before it', (character, codePoint) => {
  expect(refusal(`ab${character}`)).toEqual({ code: 'unsupported-characters', codePoint, offset: 2 })
  expect(refusal(`👋é${character}cd\u0001`)).toEqual({ code: 'unsupported-characters', codePoint, offset: 2 })
})

test.each(['', 'a\nb\r\n\tc', 'é “quotes” — 你好', '👨‍👩‍👧 🇺🇸', '\u00a0\u200b\ufeff\ufffd', '\ue000', '\u{10fffd}'])(
  '%j can be sent',
  (body) => expect(refusal(body, NO_SHORTENERS)).toBeNull(),
)

test.each([
  ['free money', 'Get FREE MONEY now', 4],
  ['FREE MONEY', 'free money', 0],
  ['free money', '👋 free\n  money!', 2],
  ['free  money', 'Free Money', 0],
  ['free money', 'ｆｒｅｅ\u3000ｍｏｎｅｙ', 0],
  ['free money', 'fr\u200bee mon\u00adey', 0],
  ['straße', 'die STRASSE', 4],
  ['STRASSE', 'ßß die straße', 7],
  ['STRAẞE', 'strasse', 0],
  ['ΟΔΟΣ', 'η οδος', 2],
  ['kelvin', '\u212aelvin', 0],
  ['office', 'the oﬃce', 4],
  ['crème', 'cre\u0300me', 0],
  ['cre\u0300me', 'éé CRÈME', 3],
  ['loan', 'payday loans', 7],
  ['casino', 'CASİNO', 0],
  ['CASİNO', 'the casıno', 4],
  ['casino', '👋 сasino', 2],
  ['casino', 'саѕіпо casınо', 7],
  ['casino', 'Ϲаѕіnο', 0],
  ['сasino', 'a casino', 2],
  ['lottery', 'loттery', 0],
  ['viagra', 'νiagra', 0],
  ['news', 'Νews', 0],
  ['νέα', 'ΝΈΑ', 0],
  ['казино', 'KAЗИHO', 0],
  ['crème', 'crѐme', 0],
  ['free money', 'Get free-money now', 4],
  ['free money', 'free_money', 0],
  ['free money', 'free.money', 0],
  ['free money', 'free/money', 0],
  ['free money', 'free\\money', 0],
  ['free money', 'free·money', 0],
  ['free money', 'free — money', 0],
  ['free money', 'free . money', 0],
  ['free money', 'free-\u200b-money', 0],
  ['free-money', 'free money', 0],
  ['free money', 'frее-mоnеу', 0],
  ['free money', 'free\u034f mo\u2060ney', 0],
  ['free money now', 'a free money free-money/now', 13],
  ['.com', 'acme.com', 4],
  ['and/or', 'and or', 0],
  ['50% (off)', 'get 50%-(off)', 4],
])('the blocked phrase %j is found in %j after %d characters: error 33019', (phrase, body, offset) => {
  const found = { code: 'compliance-violation', reason: 'blocked_phrase', phrase, offset }
  expect(refusal(body, blocking('something else', phrase))).toEqual(found)
})

test.each([
  ['free money', 'free of money'],
  ['free money', 'freemoney'],
  ['cafe', 'Café'],
  ['사기', '사긱'],
  [' ', 'a b'],
  ['a.b', 'axb'],
  ['free money', 'It is free. Money back guaranteed'],
  ['free money', 'free... money'],
  ['win', 'Buy it now.In stock'],
  ['casino', 'cas-ino'],
  ['free', 'Reply f, r, e e or F R E E'],
  ['.com', 'welcome'],
  ['lot', 'on the 10th'],
  ['bail', 'ball'],
  ['modem', 'modern'],
  ['grob', 'groß'],
  ['...', 'a - b'],
])('the blocked phrase %j is not found in %j', (phrase, body) => {
  expect(refusal(body, blocking(phrase))).toBeNull()
})

test.each([
  ['bit.ly/abc', 'bit.ly', 0],
  ['bit.ly', 'bit.ly', 0],
  ['Look: https://bit.ly/3xYz', 'bit.ly', 6],
  ['HTTP://BIT.LY/ABC', 'bit.ly', 0],
  ['see Bit.Ly/abc!', 'bit.ly', 4],
  ['go to bit.ly.', 'bit.ly', 6],
  ['go to bit.ly. Or not', 'bit.ly', 6],
  ['(tinyurl.com/x)', 'tinyurl.com', 1],
  ['<t.co>', 't.co', 1],
  ['www.bit.ly/abc', 'bit.ly', 0],
  ['https://www.tinyurl.com', 'tinyurl.com', 0],
  ['//bit.ly/x', 'bit.ly', 2],
  ['Sale.Now:bit.ly/x', 'bit.ly', 9],
  ['here...bit.ly/x', 'bit.ly', 7],
  ['this-or-that/bit.ly/x', 'bit.ly', 13],
  ['-bit.ly-', 'bit.ly', 1],
  ['_bit.ly_', 'bit.ly', 1],
  ['bit.ly:443/x', 'bit.ly', 0],
  ['bit.ly?x=1', 'bit.ly', 0],
  ['https://ann:pw@bit.ly/x', 'bit.ly', 0],
  ['@bit.ly/x', 'bit.ly', 1],
  ['https:\\\\bit.ly\\x', 'bit.ly', 0],
  ['https://bit.ly./x', 'bit.ly', 0],
  ['ann@example.com bit.ly/x', 'bit.ly', 16],
  ['https://example.com/sale\nbit.ly/x', 'bit.ly', 25],
  ['👋 ｂｉｔ．ｌｙ／ａｂｃ', 'bit.ly', 2],
  ['bit。ly/abc', 'bit.ly', 0],
  ['bit｡ly/abc', 'bit.ly', 0],
  ['bi\u00adt.l\u200by/abc', 'bit.ly', 0],
  ['x.bit.ly/abc', 'bit.ly', 0],
  ['see www2.bit.ly', 'bit.ly', 4],
  ['https://a.b.c.Bit.Ly/x', 'bit.ly', 0],
  ['bіt.ly/abc', 'bit.ly', 0],
  ['👋 https://х.bіt.lу/x', 'bit.ly', 2],
  ['BİT.LY/x', 'bit.ly', 0],
  ['Ьit.ly/x', 'bit.ly', 0],
])('%j has a link of the public shortener %s after %d characters: error 33019', (body, host, offset) => {
  const found = { code: 'compliance-violation', reason: 'public_shortener', host, offset }
  expect(refusal(body, NO_SHORTENERS)).toEqual(found)
  expect(refusal(body, OPEN)).toBeNull()
})

test.each([
  'habit.ly/x',
  'bit.ly.example.com',
  'https://bit.ly.example.com/x',
  'https://my-bit.ly/x',
  'bit.ly-deals.com',
  'orbit.lyrics.com',
  'go.bit.ly.example.org/bit.ly',
  'https://example.com/bit.ly/x',
  'https://localhost/bit.ly',
  'example.com/?u=bit.ly',
  'ann@bit.ly',
  'ann.lee+x@t.co',
  'bit.ly@example.com',
  'ann.bit.ly@example.com',
  'bit.ly.ann@t.co',
  `${'a.'.repeat(319)}@`,
  'https://bit.ly@example.com/',
  'a little bit. ly means nothing',
  'bit . ly',
  'bitly',
  'mybit.ly/x',
  'mуbіt.ly/x',
  'x.my-bit.ly',
  'x.bit.ly.example.com',
  'bіt.ly.example.com',
  'ann@x.bit.ly',
  'ann@bіt.ly',
  'b1t.ly/x',
  'at.co',
  't.com',
  'amzn.to/x',
  '{{trackingLink "go.acme.com/bit.ly"}}',
  '',
])('%j has no link of a public shortener', (body) => {
  expect(refusal(body, NO_SHORTENERS)).toBeNull()
})

test('characters are checked before phrases, and phrases before links', () => {
  const strict: Compliance = { blockedPhrases: ['free'], blockPublicShorteners: true, helpText: null }
  expect(refusal('bit.ly free \u0007', strict)).toMatchObject({ codePoint: 'U+0007', offset: 12 })
  expect(refusal('bit.ly free', strict)).toMatchObject({ phrase: 'free', offset: 7 })
})

test('the error message names what was found and where', () => {
  expect(() => checkContent('ding \u0007', OPEN)).toThrow(
    'The body contains U+0007 after 5 characters: expected text without control characters (other than LF, CR and TAB), ' +
      'lone surrogates or noncharacters',
  )
  expect(() => checkContent('FREE', blocking('free'))).toThrow(
    'The body contains the blocked phrase "free" after 0 characters',
  )
  expect(() => checkContent('to bit.ly/x', NO_SHORTENERS)).toThrow(
    /^The body contains a link of the public shortener bit.ly/,
  )
})
