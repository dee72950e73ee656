import { expect, test } from '@jest/globals'
import { TestTexts } from './test-texts.js'

const ACCEPTED = { kind: 'accepted', providerId: 'SM1' } as const
const FAILURE = { type: 'expired', message: 'Too late', carrierCode: null } as const

test('only receipts of test texts are taken', () => {
  const texts = new TestTexts()
  expect(texts.receive('main', `acc_${'0'.repeat(26)}.msg_${'0'.repeat(26)}`, null)).toBe(false)
  expect(texts.receive('main', texts.begin('main'), null)).toBe(true)
  // Of another process, or of one that has ended: it belongs to no message.
  expect(texts.receive('main', 'test.5e0b1b9a-7d2e-4b59-9a52-1c9f3a1f6a01', null)).toBe(true)
})

test('a text is found only after its submission, and only at its own carrier', () => {
  const texts = new TestTexts()
  const reference = texts.begin('main')
  expect(texts.find('main', reference)).toBeNull()
  const text = texts.submitted('main', reference, ACCEPTED)
  expect(text).toEqual({ reference, outcome: ACCEPTED, receipt: null })
  expect(texts.find('main', reference)).toEqual(text)
  expect(texts.find('backup', reference)).toBeNull()
})

test('another carrier cannot report on a text, and the first receipt counts', () => {
  const texts = new TestTexts()
  const reference = texts.begin('main')
  texts.submitted('main', reference, ACCEPTED)
  texts.receive('backup', reference, null)
  expect(texts.find('main', reference)!.receipt).toBeNull()
  texts.receive('main', reference, null)
  texts.receive('main', reference, FAILURE)
  expect(texts.find('main', reference)!.receipt).toEqual({ failure: null })
})

test('the newest 1,000 texts are kept', () => {
  const texts = new TestTexts()
  const references = Array.from({ length: 1_002 }, () => texts.begin('main'))
  const [first, , third] = references
  // Its submission ended after it was dropped.
  expect(texts.submitted('main', first!, ACCEPTED)).toEqual({ reference: first, outcome: ACCEPTED, receipt: null })
  expect(texts.find('main', first!)).toBeNull()
  texts.submitted('main', third!, ACCEPTED)
  expect(texts.find('main', third!)).toMatchObject({ outcome: ACCEPTED })
})
