import { measureText } from '@carillon/core'
import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { measuredBody } from './measured-body.js'

test('the segments are those that the service counts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 500 }), (text) => {
      const { encoding, segments } = measureText(text)
      expect(measuredBody(text)).toMatchObject({ encoding, segments })
    }),
  )
})

test('a character of two septets counts as two', () => {
  expect(measuredBody('€ 5')).toMatchObject({ encoding: 'GSM-7', characters: 4, charactersMax: 160, costly: null })
})

test('names the first character that makes a text UCS-2, even if nobody can see it', () => {
  expect(measuredBody('It’s “open”').costly).toEqual({
    character: '’',
    name: 'curly apostrophe, U+2019',
    index: 2,
  })
  expect(measuredBody('a\u200bb').costly?.name).toBe('invisible space, U+200B')
  expect(measuredBody('ok 🔔').costly).toEqual({ character: '🔔', name: 'U+1F514', index: 3 })
})
