import { aContact, CUSTOM_FIELDS } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { measureText } from '../../values/text/text-segments.js'
import { toSendable } from '../../values/text/text.js'
import { VARIABLE_NAMES } from './merge-tag.js'
import { compileBody, linksIn, needsOf, rendererOf } from './compiled-body.js'

const account = 'acc_1'
const SURROUNDINGS = { fields: Object.values(CUSTOM_FIELDS), today: '2026-03-01' }
const REGISTERED = ['a.com/b', 'x', '{{', 'contact_first_name', '']

const piece = fc.oneof(
  fc.constantFrom(
    ...['{{', '}}', '{', '}', '"', "'", ' ', '\n', '\u00a0', '$&', '\\', '7d', '1m', 'dateOffset ', 'a.com/b'],
  ),
  fc.constantFrom(
    'trackingLink',
    'trackingLink ',
    '{{trackingLink "',
    "{{ trackingLink '",
    '{{dateOffset "',
    '"}}',
    "' }}",
  ),
  fc.constantFrom(...VARIABLE_NAMES, ...VARIABLE_NAMES.map((name) => `{{${name}}}`)),
  fc.string({ unit: 'binary', maxLength: 5 }),
)
/** Valid and nearly valid tags, some of them nested. */
const { tag: nearTag } = fc.letrec<{ tag: string }>((tie) => ({
  tag: fc
    .record({
      open: fc.constantFrom('{{', '{{', '{{', '{{{', '{', '{{\t'),
      name: fc.constantFrom('trackingLink', 'dateOffset', 'contact_', ...VARIABLE_NAMES),
      space: fc.constantFrom(' ', ' ', ' ', '', '\n'),
      quote: fc.constantFrom('"', "'", ''),
      inside: fc.oneof(
        { maxDepth: 2 },
        fc.constantFrom('7d', '1m', 'x', 'a.com/b', 'first_name', 'contact_first_name', '', '}}'),
        tie('tag'),
      ),
      close: fc.constantFrom('}}', '}}', '}}', '}', ' }}', '}}}'),
    })
    .map(({ open, name, space, quote, inside, close }) => open + name + space + quote + inside + quote + close),
}))
const hostileText = fc.array(fc.oneof(piece, nearTag), { maxLength: 20 }).map((pieces) => pieces.join(''))
const value = fc.option(hostileText, { nil: undefined })

const contact = fc.option(
  fc.record({ firstName: value, lastName: value, email: value, postalCode: value, nickname: value }).map((values) => {
    const { postalCode, nickname, ...names } = values
    const customValues = {
      contact_custom_field_1: nickname,
      contact_custom_field_2: 1.5,
      contact_custom_field_5: 'Pro',
    }
    return aContact(
      defined({ account, ...names, address: defined({ postalCode }), customValues: defined(customValues) }),
    )
  }),
)
const links = fc.subarray(REGISTERED).map((some) => new Set(some))
const url = hostileText

describe('for any body, contact and links', () => {
  test('rendering gives the same text as two passes, and never parses a filled-in value', () => {
    fc.assert(
      fc.property(hostileText, contact, links, url, (body, contact, links, url) => {
        const recipient = { contact, urlOf: (link: string) => `${url}${link}` }
        const compiled = compileBody(body, { links })
        const fillIn = (tag: string) => rendererOf(compileBody(tag, { links }), SURROUNDINGS)(recipient).text
        const urlOf = (link: string) => toSendable(recipient.urlOf(link))
        const expected = inTwoPasses(body, { isRegistered: (link) => links.has(link), urlOf, fillIn })
        expect(rendererOf(compiled, SURROUNDINGS)(recipient).text).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test('the returned measure is the measure of the rendered text', () => {
    fc.assert(
      fc.property(hostileText, contact, links, url, (body, contact, links, url) => {
        const recipient = { contact, urlOf: () => url }
        const compiled = compileBody(body, { links })
        const { text, measure } = rendererOf(compiled, SURROUNDINGS)(recipient)
        expect(measure).toEqual(measureText(text))
      }),
      { numRuns: 1_000 },
    )
  })

  test('data that a body does not need makes no difference', () => {
    fc.assert(
      fc.property(hostileText, contact, links, (body, contact, links) => {
        const compiled = compileBody(body, { links })
        const needs = needsOf(compiled)
        const renderFor = (known: typeof contact, fields = SURROUNDINGS.fields) =>
          rendererOf(compiled, { ...SURROUNDINGS, fields })({ contact: known, urlOf: (link) => link }).text
        if (!needs.contact) expect(renderFor(null)).toBe(renderFor(contact))
        if (!needs.customFields) expect(renderFor(contact, [])).toBe(renderFor(contact))
      }),
      { numRuns: 2_000 },
    )
  })

  test('only registered links become URLs, and linksIn lists all of them', () => {
    fc.assert(
      fc.property(hostileText, links, (body, links) => {
        const found = new Set(linksIn(body))
        const registered = new Set<string>()
        const urlOf = (link: string) => (registered.add(link), link)
        rendererOf(compileBody(body, { links }), SURROUNDINGS)({ contact: null, urlOf })
        expect([...registered].sort()).toEqual([...found].filter((link) => links.has(link)).sort())
      }),
      { numRuns: 2_000 },
    )
  })

  test('a text without variables and links is unchanged', () => {
    const inert = fc.string({ unit: 'binary' }).map((text) => text.replaceAll(/\{+/g, '{'))
    fc.assert(
      fc.property(
        fc.oneof(
          inert,
          hostileText.map((text) => text.replaceAll(/\}+/g, '}')),
        ),
        contact,
        (body, contact) => {
          const compiled = compileBody(body, { links: new Set(REGISTERED) })
          expect(rendererOf(compiled, SURROUNDINGS)({ contact, urlOf: (link) => link }).text).toBe(body)
        },
      ),
    )
  })
})

type Filling = {
  readonly isRegistered: (link: string) => boolean
  readonly urlOf: (link: string) => string
  /** The value of a single tag without surrounding text. */
  readonly fillIn: (tag: string) => string
}

/** A UTF-16 unit, or a filled-in value, which is never parsed. */
type Letter = string | { readonly filled: string }

/** A simple reference implementation: each pass checks every position in order. */
function inTwoPasses(body: string, { isRegistered, urlOf, fillIn }: Filling): string {
  const linked = replaceTags(body.split(''), (inside) => {
    const link = argumentOf(inside, 'trackingLink')
    if (link === null) return null
    return isRegistered(link) ? [{ filled: urlOf(link) }] : link.split('')
  })
  const rendered = replaceTags(linked, (inside) => {
    const isVariable = VARIABLE_NAMES.some((name) => name === inside.trim())
    const isDate = /^\d{1,4}[dwmy]$/.test(argumentOf(inside, 'dateOffset') ?? '')
    return isVariable || isDate ? [{ filled: fillIn(`{{${inside}}}`) }] : null
  })
  return rendered.map((letter) => (typeof letter === 'string' ? letter : letter.filled)).join('')
}

/** Replaces the tags between two pairs of braces, from left to right. */
function replaceTags(letters: readonly Letter[], replacementOf: (inside: string) => Letter[] | null): Letter[] {
  const replaced: Letter[] = []
  for (let start = 0; start < letters.length; start++) {
    const found = isPair(letters, start, '{') ? findTag(letters, start, replacementOf) : null
    replaced.push(...(found?.replacement ?? [letters[start]!]))
    if (found !== null) start = found.last
  }
  return replaced
}

function findTag(letters: readonly Letter[], start: number, replacementOf: (inside: string) => Letter[] | null) {
  for (let end = start + 2; end < letters.length && typeof letters[end] === 'string'; end++) {
    const inside = letters.slice(start + 2, end).join('')
    const replacement = isPair(letters, end, '}') ? replacementOf(inside) : null
    if (replacement !== null) return { replacement, last: end + 1 }
  }
  return null
}

function isPair(letters: readonly Letter[], at: number, brace: string): boolean {
  return letters[at] === brace && letters[at + 1] === brace
}

function argumentOf(inside: string, helper: string): string | null {
  const call = inside.trim()
  const argument = call.slice(helper.length).trim()
  if (!call.startsWith(helper) || call.length - helper.length === argument.length) return null
  const [quote, text] = [argument[0], argument.slice(1, -1)]
  const isQuoted = argument.length >= 2 && (quote === '"' || quote === "'") && argument.endsWith(quote)
  return isQuoted && !text.includes(quote) ? text : null
}

function defined<T extends object>(values: T) {
  return Object.fromEntries(Object.entries(values).filter(([, given]) => given !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}
