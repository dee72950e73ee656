import { describe, expect, test } from '@jest/globals'
import * as fc from 'fast-check'
import { requestOf } from '../described-request.js'
import { messageValues } from '../message-values.js'
import { escapeOf, render } from './template.js'

const texts = fc.string({ unit: 'grapheme' })

describe('a template', () => {
  test('of a form or a URL returns the text to who decodes it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(new URLSearchParams(`a=${render('{{text}}', { text }, 'form')}`).get('a')).toBe(text)
        expect(new URLSearchParams(`a=${render('{{text}}', { text }, 'url')}`).get('a')).toBe(text)
      }),
    )
  })

  test('of JSON returns the text to who decodes it', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.parse(render('{"a":"{{text}}"}', { text }, 'json'))).toEqual({ a: text })
      }),
    )
  })

  test.each([
    ['xml', '<a b="&\'\r\n', '&lt;a b=&quot;&amp;&apos;&#13;&#10;'],
    ['xml', 'a\u0000b\u001fc', 'a\ufffdb\ufffdc'],
    ['header', 'a\r\nX-Other: 1é', 'a%0D%0AX-Other: 1%C3%A9'],
    ['plain', '<a>\n"', '<a>\n"'],
    ['url', '\ud83d', '%EF%BF%BD'],
  ] as const)('of %s escapes %j', (escape, text, expected) => {
    expect(render('{{ text }}', { text }, escape)).toBe(expected)
  })

  test('does not fill in placeholders that come with a text', () => {
    expect(render('{{text}} {{to}}', { text: '{{to}}', to: '1' }, 'plain')).toBe('{{to}} 1')
  })

  test.each([
    ['application/x-www-form-urlencoded', 'form'],
    ['application/problem+json; charset=utf-8', 'json'],
    ['text/xml', 'xml'],
    ['application/soap+xml', 'xml'],
    ['text/plain', 'plain'],
    ['application/octet-stream', null],
  ])('is escaped by the content type %s as %s', (contentType, expected) => {
    expect(escapeOf(contentType)).toBe(expected)
  })
})

describe('the values of a message', () => {
  test('have the text in hexadecimal UTF-16, the number of parts and the encoding', () => {
    const message = { reference: 'r', from: 'Carillon', to: '+12025550100', body: 'é🔔', mediaUrl: null }
    const context = { receiptUrl: null, inboundUrl: null }
    expect(messageValues(message, {}, context)).toMatchObject({
      from_digits: 'Carillon',
      to_digits: '12025550100',
      text_hex: '00E9D83DDD14',
      encoding: 'ucs2',
      parts: '1',
      receipt_url: null,
    })
  })
})

describe('a described request', () => {
  test('leaves out what has no value, and what is empty because of that', () => {
    const body = { a: '{{x}}', b: [{ c: '{{x}}' }], d: [], e: '{{y}} {{x}}', f: null, g: 1 }
    const described = { url: 'https://example.com', contentType: 'application/json', body }
    const request = requestOf(described, { x: null, y: 'y' })
    expect(JSON.parse(String(request.body))).toEqual({ d: [], e: 'y ', f: null, g: 1 })
  })

  test('escapes a value in its path, so that it stays one part of it', () => {
    const url = 'https://example.com/a/{{reference}}/b?x=1'
    const request = requestOf({ method: 'GET', url, query: { y: 'a b' } }, { reference: '../c?d#e' })
    expect(request.path).toBe('/a/..%2Fc%3Fd%23e/b?x=1&y=a%20b')
    const pathOf = (reference: string) => requestOf({ method: 'GET', url }, { reference }).path
    expect(pathOf('..')).toBe('/a/%2E%2E/b?x=1')
    expect(pathOf('.')).toBe('/a/%2E/b?x=1')
    expect(pathOf('1.5')).toBe('/a/1.5/b?x=1')
  })
})
