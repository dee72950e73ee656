import { EXCERPT_MAX, isStorable } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { excerptOf, shorten } from './excerpt.js'

test('an excerpt is the beginning of the text', () => {
  expect(excerptOf(Buffer.from('Grüße 🔔'))).toBe('Grüße 🔔')
  expect(excerptOf(Buffer.from('a'.repeat(2_000)))).toBe('a'.repeat(EXCERPT_MAX))
})

test('an excerpt ends with a whole character', () => {
  expect(excerptOf(Buffer.from('no 🔔').subarray(0, 5))).toBe('no ')
  expect(excerptOf(Buffer.from(`a${'🔔'.repeat(500)}`))).toBe(`a${'🔔'.repeat(249)}`)
})

test('an excerpt can be stored, whatever its bytes are', () => {
  const every = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))
  expect(isStorable(excerptOf(every))).toBe(true)
  expect(shorten('a\0b\ud800c')).toBe('a\ufffdb\ufffdc')
})
