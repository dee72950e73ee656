import { describe, expect, test } from '@jest/globals'
import { MESSAGE_BODY_MAX, MESSAGE_FIELD_RULES } from './message-rules.js'

const { from, body, mediaUrl } = MESSAGE_FIELD_RULES

describe('from', () => {
  test.each(['+12025550123', '+491701234567', '12345', '123456'])('may be %j', (text) => {
    expect(from.holds(text)).toBe(true)
  })

  test.each([
    '',
    '1234',
    '1234567',
    '12025550123',
    '+1 202 555 0123',
    '+12345',
    '12a45',
    '１２３４５',
    '12345\n',
    'ACME',
  ])('may not be %j', (text) => {
    expect(from.holds(text)).toBe(false)
  })
})

describe('a body', () => {
  test.each(['x', '🔔', '\n', '\u0000', '\ud83d'])('has up to 640 code points: %j', (character) => {
    expect(MESSAGE_BODY_MAX).toBe(640)
    expect(body.holds(character.repeat(640))).toBe(true)
    expect(body.holds(character.repeat(641))).toBe(false)
  })

  test('may be empty: whether a body is needed depends on the media', () => {
    expect(body.holds('')).toBe(true)
  })
})

describe('mediaUrl', () => {
  test.each([
    'https://example.com',
    'http://example.com/',
    'HTTPS://EXAMPLE.COM/A.JPG',
    'https://cdn.example.com:8443/a/b.jpg?size=2&x=%20#top',
    'https://example.com?a.jpg',
    'https://example.com/{{contact_first_name}}.jpg',
    'https://example.com/a@b.jpg',
    'https://münchen.example/größe.jpg',
    'https://xn--mnchen-3ya.example/a.jpg',
    'https://my_bucket.example.com/a.jpg',
    'https://1.1.1.1/a.jpg',
    'https://[2606:4700:4700::1111]:65535/a.jpg',
    'https://example.com.:443/a.jpg',
    'https://example.com/169.254.169.254/localhost',
    'https://example.com//a//b.jpg',
  ])('may be %j', (text) => {
    expect(mediaUrl.holds(text)).toBe(true)
  })

  test.each([
    '',
    'example.com/a.jpg',
    '//example.com/a.jpg',
    '/a.jpg',
    'ftp://example.com/a.jpg',
    'https://example.com:65536/a.jpg',
    'https://[example]/a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AA==',
    'https:example.com',
    'https:/example.com',
    'https://',
    'https:///a.jpg',
    'https://?a',
    'https://:443/a.jpg',
    'https://.example.com/a.jpg',
    'https://user@example.com/a.jpg',
    'https://user:secret@example.com/a.jpg',
    'https://example.com\\@evil.example/a.jpg',
    'https://example.com:port/a.jpg',
    'https://example.com:/a.jpg',
    'https://{{host}}/a.jpg',
    'https://exa mple.com/a.jpg',
    'https://example.com/a b.jpg',
    'https://example.com/a\u00a0b.jpg',
    'https://example.com/a\u0007.jpg',
    'https://example.com/\ud83d',
    ' https://example.com/a.jpg',
    'https://example.com/a.jpg ',
    'https://example.com/a.jpg\n',
    'https://a.example/a.jpg https://b.example/b.jpg',
    'http://169.254.169.254/x',
    'http://2852039166',
    'https://[::ffff:127.0.0.1]:8080/a.jpg',
    'https://localhost:3000/a.jpg',
    'https://host/a.jpg',
    'https://app.localhost?a',
    'https://metadata.google.internal./computeMetadata',
    'http://127.0.0.1\\@example.com/',
    'http://example.com@127.0.0.1/',
    'http://127%2e0.0.1/',
    'http://[fe80::1%25eth0]/',
    'http://127。0。0。1/',
  ])('may not be %j', (text) => {
    expect(mediaUrl.holds(text)).toBe(false)
  })

  test('has up to 2,048 code points', () => {
    const start = 'https://example.com/'
    for (const character of ['a', '🔔']) {
      expect(mediaUrl.holds(start + character.repeat(2_048 - start.length))).toBe(true)
      expect(mediaUrl.holds(start + character.repeat(2_049 - start.length))).toBe(false)
    }
  })

  test('of any length and form is checked quickly', () => {
    for (const text of ['a', '.', 'a.', '-', ':', '@', '#'].map((part) => `https://a${part.repeat(100_000)} `)) {
      expect(mediaUrl.holds(text)).toBe(false)
    }
  })
})
