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
  expect(measuredBody('€ 5')).toMatchObject({ encoding: 'GSM-7', characters: 4, charactersMax: 160 })
})
