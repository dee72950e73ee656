import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isEmail } from './addresses.js'

const ofLength = (length: number) => `${'a'.repeat(length - '@example.com'.length)}@example.com`

describe('an email address', () => {
  test.each([
    'ann@example.com',
    'ann.lee+news@mail.example.co.uk',
    "!#$%&'*+-/=?^_`{|}~@example.com",
    '0@0',
    'ann@localhost',
    'ann@my_host',
    '"ann lee"@example.com',
    '"ann@home"@example.com',
    '"ann..lee."@example.com',
    '"a\\"b\\\\c"@example.com',
    '"\t"@example.com',
    '""@example.com',
    'ann@[192.0.2.1]',
    'ann@[IPv6:2001:db8::1]',
    'ann@[any thing]',
    'ann@[]',
  ])('is an RFC 5322 addr-spec: %s', (text) => {
    expect(isEmail(text)).toBe(true)
  })

  test.each([
    '',
    'ann',
    '@example.com',
    'ann@',
    'ann@@example.com',
    'ann@b@example.com',
    'ann lee@example.com',
    'ann@exam ple.com',
    'ann,lee@example.com',
    'ann:lee@example.com',
    'ann;lee@example.com',
    'ann(lee)@example.com',
    'ann@example.com(home)',
    'Ann <ann@example.com>',
    '<ann@example.com>',
    'mailto:ann@example.com',
    'ann@example.com, bob@example.com',
    ' ann@example.com',
    'ann@example.com ',
    'ann@example.com\n',
    'ann\r\n @example.com',
    'ann\\@home@example.com',
  ])('has one local part and one domain, and nothing around them: not %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  test.each(['.ann@example.com', 'ann.@example.com', 'a..b@example.com', '.@example.com'])(
    'has dots only between the parts of its local part: not %s',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )

  test.each(['ann@.example.com', 'ann@example.com.', 'ann@example..com', 'ann@.'])(
    'has dots only between the parts of its domain: not %s',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )

  test.each([
    '"ann@example.com',
    'ann"@example.com',
    '"a"b"@example.com',
    '"a\\"@example.com',
    '"a"."b"@example.com',
    'x"a"@example.com',
    '"a\u0000"@example.com',
    '"a\nb"@example.com',
    '"é"@example.com',
  ])('may quote only its whole local part, in ASCII: not %j', (text) => {
    expect(isEmail(text)).toBe(false)
  })

  test.each(['ann@[192.0.2.1', 'ann@192.0.2.1]', 'ann@[a[b]', 'ann@[a]b]', 'ann@[a\\]', 'ann@x[a]', '[a]@[b'])(
    'has brackets only around a whole domain literal: not %s',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )

  test.each(['änn@example.com', 'ann@exämple.com', 'ann@例え.jp', 'ａnn@example.com', 'ann😀@example.com'])(
    'has no characters outside ASCII: not %s',
    (text) => {
      expect(isEmail(text)).toBe(false)
    },
  )

  test('has at most 254 characters', () => {
    expect(isEmail(ofLength(254))).toBe(true)
    expect(isEmail(ofLength(255))).toBe(false)
  })

  test('is valid with a dot-atom, quoted or not, but not with a final dot', () => {
    const atom = fc.string({
      unit: fc.constantFrom(..."abcXYZ019!#$%&'*+-/=?^_`{|}~"),
      minLength: 1,
      maxLength: 10,
    })
    const dotAtom = fc.array(atom, { minLength: 1, maxLength: 5 }).map((atoms) => atoms.join('.'))
    fc.assert(
      fc.property(dotAtom, dotAtom, (local, domain) => {
        expect(isEmail(`${local}@${domain}`)).toBe(true)
        expect(isEmail(`"${local}"@${domain}`)).toBe(true)
        expect(isEmail(`${local}.@${domain}`)).toBe(false)
        expect(isEmail(`${local}@${domain}.`)).toBe(false)
      }),
    )
  })

  test('that is far too long is rejected quickly', () => {
    for (const piece of ['a', 'a.', '"', '\\"', '"\\', '[', '@', 'a@', '!']) {
      for (const tail of ['', '@', '!@', '"', '\n']) expect(isEmail(piece.repeat(1_000_000) + tail)).toBe(false)
    }
  })
})
