import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { plainTextOf, smartTextOf } from './smart-encoding.js'
import { measureText } from './text-segments.js'

const spelled = (text: string) => smartTextOf(text)?.text ?? null

describe('replaces what GSM-7 lacks with its faithful spelling:', () => {
  test.each([
    ['curly quotes', '‘It’s’ „so“ “good” «oui» now ›', `'It's' "so" "good" <<oui>> now >`],
    ['dashes', '9–5 — now − 10‑20', '9-5 - now - 10-20'],
    ['an ellipsis', 'Wait…', 'Wait...'],
    ['no-break, thin and ideographic spaces, and tabs', '5\u00a0kg\u2009net\u202fa\u3000b\tc', '5 kg net a b c'],
    ['what cannot be seen', 'soft\u00adly\u200b \ufeffjoined\u2060', 'softly joined'],
    [
      'bullets',
      '• one\n◦two · Sat • Sun •20% •$5 off •½ •acme.com',
      '- one\n- two - Sat - Sun - 20% - $5 off - 1/2 - acme.com',
    ],
    ['fractions', '½ cup, ¾ mile', '1/2 cup, 3/4 mile'],
    ['ligatures', 'ﬁne œuvre ŒUVRE ﬄ', 'fine oeuvre OEUVRE ffl'],
    ['a capital ẞ', 'STRAẞE', 'STRAßE'],
    ['accented letters that GSM-7 lacks', 'ça, Ángel, więcej, Đặng, İş', 'ca, Angel, wiecej, Dang, Is'],
    ['letters written with separate accents', 'cafe\u0301 c\u0327a', 'café ca'],
  ])('%s', (_, text, expected) => {
    expect(spelled(text)).toBe(expected)
  })

  test('keeps an accent that GSM-7 has', () => {
    expect(spelled('ǘ, ǟ, ṻ, ạ\u0308, é and ç')).toBe('ü, ä, ü, ä, é and c')
  })

  test('keeps a fraction apart from the digits and fractions next to it', () => {
    expect(spelled('2½ or ½½ or ½2')).toBe('2 1/2 or 1/2 1/2 or 1/2 2')
    expect(spelled('2\u2060½ or 2\u00ad½ or ½\u200b5')).toBe('2 1/2 or 2 1/2 or 1/2 5')
  })

  test('says what was replaced, how often, and how many segments that saves', () => {
    expect(smartTextOf(`“${'x'.repeat(100)}” isn’t “y”`)).toEqual({
      text: `"${'x'.repeat(100)}" isn't "y"`,
      measure: { encoding: 'GSM-7', segments: 1, wireParts: 1 },
      savedSegments: 1,
      replaced: [
        { character: '“', by: '"', count: 2 },
        { character: '”', by: '"', count: 2 },
        { character: '’', by: "'", count: 1 },
      ],
    })
  })
})

describe('leaves a text as it is', () => {
  test.each([
    ['that is GSM-7 already', "It's fine: 5 €"],
    ['with an emoji', 'It’s fine 🔔'],
    ['with an emoji that begins with a letter or a digit', 'It’s 1️⃣ ℹ️'],
    ['in another script', 'Это – текст'],
    ['with an ideograph', '“鐘”'],
    ['with an accent that follows no letter', '’\u0301'],
    ['with letters that are struck out', 'o\u0336l\u0336d ’'],
    ['with a dot between letters or digits', 'col·lecció'],
    ['with a product', '5·3'],
    ['with a spaced product', '5 · 3 = 15'],
    ['with a rating', '●●●○○'],
    ['with a fraction of a fraction', '½⁄3'],
    ['that is empty', ''],
    ['that nobody sees', '\u2060\ufeff'],
  ])('%s', (_, text) => {
    expect(smartTextOf(text)).toBeNull()
  })

  test.each([
    ...['https://example.com/façade', 'façade.example', 'garçon@example.com', 'www.example.com/a–b', '10.0.0.1/ç'],
    ...[
      'https://example.com/it’s',
      '@łukasz',
      '#więcej',
      'shop\u200b.com',
      'https://x.example/a\ufeffb',
      'foo‑bar.com',
    ],
    ...['façade.com#menu', 'www.façade.com.#a', 'acme.com#it’s', 'acme.\u2060com#x', '.façade.com', 'now...façade.com'],
    ...[
      'façon+vip@x.com',
      'joe‑x+y@z.com',
      '-łoe@x.com',
      'o’brien@x.com',
      'shop.xn--p1ai/façade',
      'acme.com./ç',
      'mailto:a@b.co?s=ça',
    ],
  ])('whose address would change: %s', (address) => {
    expect(smartTextOf(`It’s at ${address} today`)).toBeNull()
  })

  test('that would get more segments or parts', () => {
    expect(smartTextOf('…'.repeat(53))).toMatchObject({ measure: { segments: 1 }, savedSegments: 0 })
    expect(smartTextOf('…'.repeat(54))).toBeNull()
    expect(smartTextOf(`${'…'.repeat(51)}${'x'.repeat(19)}`)).toBeNull()
  })
})

test.each([
  ['9 a.m.–5 p.m.', '9 a.m.-5 p.m.'],
  ['The U.S.’s and U.S.A.–Mexico', "The U.S.'s and U.S.A.-Mexico"],
  ['amazon.com’s sale', "amazon.com's sale"],
  ['Hello.It’s me', "Hello.It's me"],
  ['now—https://x.com', 'now-https://x.com'],
  ['See https://x.com/a…', 'See https://x.com/a...'],
  ['Happy hour @5–7pm, items #12–14', 'Happy hour @5-7pm, items #12-14'],
  ['Don’t wait…#BlackFriday —@acme', "Don't wait...#BlackFriday -@acme"],
])('words with dots, and what follows an address, are no address: %s', (text, expected) => {
  expect(spelled(text)).toBe(expected)
})

test('the plain text keeps addresses, and what has no spelling', () => {
  expect(plainTextOf('2½ 🔔 ’')).toBe("2 1/2 🔔 '")
  expect(plainTextOf('https://example.com/façade ’ c\u0327')).toBe("https://example.com/façade ' c")
  expect(plainTextOf('plain')).toBe('plain')
})

test('quotation marks, parentheses and spaces around an address are not part of it', () => {
  expect(spelled('See “https://example.com/a”,\u00a0(‘www.example.com’) – it’s new')).toBe(
    `See "https://example.com/a", ('www.example.com') - it's new`,
  )
})

describe('for every text,', () => {
  const character = fc.oneof(
    fc.constantFrom(...'aeiouACN .,@/:2’“”–…½\u00a0•œﬁçşőđ\u0301\u0327'),
    fc.constantFrom('🔔', '1️⃣', 'я', 'https://', 'www.'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  )
  const text = fc.array(character, { maxLength: 200 }).map((characters) => characters.join(''))

  test('the result is GSM-7, measured exactly, and has no more segments or wire parts', () => {
    fc.assert(
      fc.property(text, (original) => {
        const smart = smartTextOf(original)
        if (smart === null) return
        const [before, after] = [measureText(original), measureText(smart.text)]
        expect(after).toEqual(smart.measure)
        expect(after.encoding).toBe('GSM-7')
        expect(before.encoding).toBe('UCS-2')
        expect(before.segments - after.segments).toBe(smart.savedSegments)
        expect(smart.savedSegments).toBeGreaterThanOrEqual(0)
        expect(after.wireParts).toBeLessThanOrEqual(before.wireParts)
      }),
      { numRuns: 2_000 },
    )
  })

  test('no address changes, whatever is around it', () => {
    const label = fc.stringMatching(/^[a-zçłş]{2,8}$/).filter((one) => /[çłş]/.test(one))
    const host = label.map((one) => `www.${one}.com`)
    const address = fc.oneof(
      host,
      fc.tuple(host, fc.constantFrom('#menu', '/a', ':8080', '?q=1', '.', './x')).map((parts) => parts.join('')),
      fc.tuple(fc.constantFrom('a', 'a+b', 'o’neil', 'x-y'), host).map((parts) => parts.join('@')),
      label.map((one) => `https://example.com/${one}`),
      fc.tuple(fc.constantFrom('@', '#'), label).map((parts) => parts.join('')),
    )
    const around = fc.constantFrom('', ' ', '(', '“', '”', '…', '–', '—', ', ', '! ', '\u00a0', '•')
    fc.assert(
      fc.property(around, address, around, (before, one, after) => {
        expect(smartTextOf(`It’s ${before}${one}${after}`)).toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })

  test('exactly the characters that are reported as replaced change', () => {
    fc.assert(
      fc.property(text, (original) => {
        const smart = smartTextOf(original)
        // What is next to fractions and bullets decides how they are spelled.
        fc.pre(smart !== null && !/[¼-¾⅐-⅞•‣⁃◦●○■▪·‧]/.test(original))
        // A letter with more accents first, because it contains the letter with fewer.
        const longestFirst = [...smart.replaced].sort((one, other) => other.character.length - one.character.length)
        const replaced = longestFirst.reduce((left, { character, by }) => left.replaceAll(character, by), original)
        expect(smart.text).toBe(replaced)
      }),
      { numRuns: 2_000 },
    )
  })
})
