import { expect, test } from '@jest/globals'
import { CODE_LENGTH, isCode, isTrackingLink, urlOf } from './tracking-link.js'

test('a code is letters and digits, and always has the same length', () => {
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
