import { describe, expect, test } from '@jest/globals'
import { carrierText } from './carrier-text.js'

describe('the words of a carrier', () => {
  test.each([
    ['+12025550101 is not valid', '… is not valid'],
    ['12025550101/4915112345678', '…/…'],
    ['+1 202 555 0101 and +1 (202) 555-0101', '… and …'],
    ['(202) 555-0101, 202-555-0101, 202.555.0101', '…, …, …'],
    ['id 123456789012345678901234', 'id …'],
    ['error 40310 at 2026-03-01 12:00', 'error 40310 at 2026-03-01 12:00'],
  ])('lose their phone numbers: %s', (text, expected) => {
    expect(carrierText(text, [])).toBe(expected)
  })

  test('lose our secrets, the longer ones first, also as in a URL', () => {
    const secrets = ['p&ss wörd', 'p&ss wörd+1', undefined, '', 'abc']
    expect(carrierText('p&ss wörd+1 p&ss wörd p%26ss%20w%C3%B6rd%2B1 abc', secrets)).toBe('… … … abc')
  })

  test('become one line without control characters and halves of characters', () => {
    expect(carrierText(' a\n\tb\0c\u0085d \ud800e ', [])).toBe('a b c d \ufffde')
  })

  test('are cut, even in the middle of a character', () => {
    expect(carrierText('x'.repeat(1_000), [])).toBe(`${'x'.repeat(300)}…`)
    expect(carrierText(`${'x'.repeat(299)}🔔🔔`, [])).toBe(`${'x'.repeat(299)}\ufffd…`)
  })

  test('are cleaned in a time that grows only with their length', () => {
    const start = performance.now()
    for (const part of ['(', '+1 ', '+1', '202 ', '202-555-', ' \0']) carrierText(part.repeat(50_000), ['secret'])
    expect(performance.now() - start).toBeLessThan(2_000)
  })
})
