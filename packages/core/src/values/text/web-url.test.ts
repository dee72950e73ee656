import { expect, test } from '@jest/globals'
import { hasCredentials, isWebUrl } from './addresses.js'

test.each([
  'https://shop.example.com',
  'http://localhost:8080/hook',
  'HTTPS://Shop.Example.com/Sale?a=b#c',
  'https://user:secret@example.com/',
  'https://192.0.2.1',
  'https://[2001:db8::1]:8443/hook',
  'https://example.com?a=https://other.example.com',
  'https://bücher.example/größe',
  `https://example.com/${'x'.repeat(2_028)}`,
])('a web URL has a scheme and a host: %s', (text) => {
  expect(isWebUrl(text)).toBe(true)
  expect(URL.canParse(text)).toBe(true)
})

test.each([
  '',
  'nowhere',
  'example.com/hook',
  '//example.com',
  'ftp://example.com',
  'javascript:alert(1)',
  'https:',
  'https://',
  'https:///',
  'https://?a',
  'https://:80',
  'https://user@',
  'https://exam ple.com',
  'https://[::1',
  'https://example.com:port',
  'https://a<b>.com',
  ' https://example.com',
  'https://example.com/a\r\nSet-Cookie: a=b',
  'https://example.com/a\n',
  'https://example.com/\t/b',
  'https://example.com/\u0085',
  'https://us\ner@example.com/',
  'https://exam\u0001ple.com',
])('%j is not a web URL', (text) => {
  expect(isWebUrl(text)).toBe(false)
})

test.each([
  ['https://user:secret@example.com/', true],
  ['HTTP://user@example.com', true],
  ['https://@example.com?a', true],
  ['https://a@b@example.com', true],
  ['https://example.com/a@b', false],
  ['https://example.com?to=a@b', false],
  ['https://example.com#a@b', false],
  ['https://example.com\\a@b', false],
])('whether %s contains credentials: %s', (url, expected) => {
  expect(hasCredentials(url)).toBe(expected)
  const { username, password } = new URL(url)
  if (username + password !== '') expect(expected).toBe(true)
})

test('a URL that is too long is not a web URL', () => {
  expect(isWebUrl(`https://example.com/${'x'.repeat(2_029)}`)).toBe(false)
})
