import { describe, expect, test } from '@jest/globals'
import { CODE_LENGTH, isCode, isTrackingLink, urlOf } from './tracking-link.js'

const LABEL_63 = 'a'.repeat(63)

describe('a tracking link', () => {
  test.each([
    'go.acme.com/sale',
    'a.b/c',
    'go-1.acme-2.co.uk/a/b/c',
    'xn--bcher-kva.example/x',
    'go.acme.com/Summer_Sale.2026~v-1',
    'go.acme.com/...',
    'go.acme.com/.a',
    `${LABEL_63}.com/x`,
    `go.acme.com/${'x'.repeat(500)}`,
  ])('is a bare domain and path: %s', (text) => {
    expect(isTrackingLink(text)).toBe(true)
  })

  test.each([
    'https://go.acme.com/sale',
    '//go.acme.com/sale',
    'go.acme.com',
    'go.acme.com/',
    '/go.acme.com/sale',
    'go.acme.com/sale/',
    'go.acme.com//sale',
    'go.acme.com/sale?x=1',
    'go.acme.com/sale#top',
    'go.acme.com/sale%20now',
    'go.acme.com:8080/sale',
    'me@go.acme.com/sale',
    'go.acme.com\\sale',
    '',
    '/',
    'sale',
  ])('consists of nothing but a domain and a path: not %j', (text) => {
    expect(isTrackingLink(text)).toBe(false)
  })

  test.each([' go.acme.com/sale', 'go.acme.com/sale ', 'go.acme.com/sale\n', 'go.acme.com/big sale', 'go. acme.com/x'])(
    'has no white space: not %j',
    (text) => {
      expect(isTrackingLink(text)).toBe(false)
    },
  )

  test.each(['go.acme.com/./sale', 'go.acme.com/a/../b', 'go.acme.com/..', 'go.acme.com/.'])(
    'has no path that a browser would normalize: not %s',
    (text) => {
      expect(isTrackingLink(text)).toBe(false)
    },
  )

  test.each([
    'localhost/x',
    'GO.acme.com/x',
    'gö.acme.com/x',
    '-go.acme.com/x',
    'go-.acme.com/x',
    '.acme.com/x',
    'go..acme.com/x',
    'go.acme.com./x',
    'go_1.acme.com/x',
    'go.acme.com/größe',
    'go.acme.com/a\u0000',
    `a${LABEL_63}.com/x`,
    `go.a${LABEL_63}.com/x`,
    `${`${LABEL_63}.`.repeat(4)}com/x`,
  ])('has a domain of two or more valid lowercase labels, and a path of valid characters: not %j', (text) => {
    expect(isTrackingLink(text)).toBe(false)
  })

  test('has at most 512 characters, and a domain of at most 253', () => {
    const link = (length: number) => `go.acme.com/${'x'.repeat(length - 'go.acme.com/'.length)}`
    expect(isTrackingLink(link(512))).toBe(true)
    expect(isTrackingLink(link(513))).toBe(false)
    const domain = (length: number) => `${`${LABEL_63}.`.repeat(3)}${'a'.repeat(length - 3 * 64 - 2)}.a`
    expect(isTrackingLink(`${domain(253)}/x`)).toBe(true)
    expect(isTrackingLink(`${domain(254)}/x`)).toBe(false)
  })

  test('of any length is checked quickly', () => {
    for (const piece of ['a', 'a.', 'a-', '-', '.', 'a.a/', '/', '/..']) {
      expect(isTrackingLink(piece.repeat(500_000))).toBe(false)
      expect(isTrackingLink(`${piece.repeat(120)}!`)).toBe(false)
    }
  })
})

test('a code consists of letters and digits, and always has the same length', () => {
  expect(isCode('aZ09bY18cX')).toBe(true)
  expect(isCode('a'.repeat(CODE_LENGTH))).toBe(true)
  for (const text of [
    '',
    'a'.repeat(9),
    'a'.repeat(11),
    'aaaaaaaaa-',
    'aaaaaaaaa.',
    'aaaaaaaaa\n',
    'aaaaaaaaaé',
    'a/aaaaaaaa',
  ]) {
    expect(isCode(text)).toBe(false)
  }
})

test('a URL consists of https://, the link and the code; without https:// it is a valid tracking link', () => {
  const url = urlOf({ link: 'go.acme.com/sale', code: 'aZ09bY18cX' })
  expect(url).toBe('https://go.acme.com/sale/aZ09bY18cX')
  expect(isTrackingLink(url.replace('https://', ''))).toBe(true)
})
