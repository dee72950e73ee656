import { describe, expect, test } from '@jest/globals'
import { compileBody, linksIn, rendererOf } from './compiled-body.js'

const SURROUNDINGS = { fields: [], today: '2026-03-01' }

describe('the time to process a body is proportional to its length:', () => {
  test.each([
    '{',
    '{{',
    '{{ ',
    ' ',
    '{{\n',
    '{{contact_first_name',
    '{{contact_first_name ',
    '{{trackingLink ',
    '{{trackingLink "',
    `{{trackingLink '`,
    `{{trackingLink "{{trackingLink '`,
    '{{trackingLink ""',
    '{{trackingLink "" ',
    '{{dateOffset ',
    '{{dateOffset "1',
    '{{dateOffset "1d" ',
    '"',
    '}}',
  ])('a million characters of %j are processed quickly', (text) => {
    for (const body of [
      text.repeat(1_000_000 / text.length),
      `{{trackingLink "${text.repeat(1_000_000 / text.length)}`,
    ]) {
      expect(linksIn(body)).toEqual([])
      const compiled = compileBody(body, { links: new Set() })
      expect(rendererOf(compiled, SURROUNDINGS)({ contact: null, urlOf: (link) => link }).text).toBe(body)
    }
  })

  test('a body of many tags is processed quickly', () => {
    const body = '{{current_date}}{{trackingLink "x"}}'.repeat(50_000)
    const compiled = compileBody(body, { links: new Set(['x']) })
    const text = rendererOf(compiled, SURROUNDINGS)({ contact: null, urlOf: (link) => link }).text
    expect(text).toBe('03/01/2026x'.repeat(50_000))
  })
})
