import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { gsm7SpellingOf } from '../packages/core/src/values/text/gsm7-spelling.js'
import { expect, test } from '@jest/globals'

const require = createRequire(import.meta.url)
const CLDR = dirname(require.resolve('cldr-transforms/package.json'))

/** Spelled in another way than in CLDR, or not spelled there. */
const OURS: Readonly<Record<string, string>> = {
  ...{ '‚': "'", '`': "'", '´': "'", '„': '"', ẞ: 'ß' },
  ...Object.fromEntries([...'•‣⁃◦●○■▪·‧'].map((bullet) => [bullet, '-'])),
  ...{ '\u00ad': '', '\u200b': '', '\u2060': '', '\ufeff': '', '\t': ' ', '\u202f': ' ' },
}

test('every character is spelled as CLDR spells it in ASCII, or as listed here', () => {
  const toAscii = asciiOf(readFileSync(join(CLDR, 'transforms/Latin-ASCII.txt'), 'utf8'))
  const replaced = replacedCharacters()
  expect(replaced.length).toBeGreaterThan(500)
  // CLDR writes fractions with a space before them, whatever stands there.
  const isAsInCldr = (character: string, by: string) => toAscii(by) === toAscii(character).replace(/^ (?=\d)/, '')
  const others = replaced.filter(([character, by]) => !isAsInCldr(character, by))
  expect(Object.fromEntries(others)).toEqual(OURS)
})

test('the documentation lists what replaces each character, except letters that only lose accents', () => {
  const replaced = replacedCharacters().filter(([one]) => !/\p{L}/u.test(one) || one.normalize('NFD') === one)
  expect(new Map(documented())).toEqual(new Map(replaced))
})

const GUIDE = join(import.meta.dirname, '../docs/guides/smart-encoding.md')
const WORDS: Readonly<Record<string, string>> = { 'a space': ' ', nothing: '' }

/** The rows of the table, in which one spelling is for all characters, or each has its own. */
function documented(): readonly (readonly [string, string])[] {
  const rows = [...readFileSync(GUIDE, 'utf8').matchAll(/^\| (.+?) +\| (`.+?`|a space|nothing) +\|$/gmu)]
  return rows.flatMap(([, characters, spelling]) => {
    const given = characters!.split(',')[0]!.split(' ').flatMap(charactersIn)
    const spellings = [...spelling!.matchAll(/`(.+?)`/g)].map(([, one]) => one!)
    return given.map((one, i) => [one, WORDS[spelling!] ?? spellings[i] ?? spellings[0]!] as const)
  })
}

/** A character, or code points from one to another. */
function charactersIn(text: string): readonly string[] {
  const [first, last = first] = [...text.matchAll(/U\+([0-9A-F]{4})/g)].map(([, code]) => Number.parseInt(code!, 16))
  if (first === undefined) return [text]
  return Array.from({ length: last! - first + 1 }, (_, i) => String.fromCodePoint(first + i))
}

function replacedCharacters(): readonly (readonly [string, string])[] {
  return allCharacters().flatMap((character) => {
    const by = gsm7SpellingOf(character)
    return by === null || by === character ? [] : [[character, by] as const]
  })
}

function allCharacters(): readonly string[] {
  return Array.from({ length: 0x20000 }, (_, i) => i)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
}

/**
 * The transform that rules of the form `x → y ;` describe, after letters have lost their accents. In CLDR only Latin
 * letters lose them; here also the Greek capitals, of which GSM-7 has some.
 */
function asciiOf(rules: string): (text: string) => string {
  const spellings = new Map(
    [...rules.matchAll(/^(\\?\S|\\u[0-9A-F]{4}) → (.*?) ;/gmu)].map(([, from, to]) => [unquoted(from!), unquoted(to!)]),
  )
  return (text) => {
    const bare = text.normalize('NFD').replace(/([\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu, '$1')
    return [...bare.normalize('NFC')].map((one) => spellings.get(one) ?? one).join('')
  }
}

function unquoted(text: string): string {
  return text
    .replace(/\\u([0-9A-F]{4})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/'([^']+)'/g, '$1')
    .replace(/\\(.)/g, '$1')
}
