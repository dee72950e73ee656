import { expect, test } from '@jest/globals'
import { NO_CREDITS } from './ledger.js'
import { covers, FREE, MMS_PRICE, priceOf, SMS_PRICE } from './price.js'

test('an SMS costs 2 SMS credits, and an MMS 1 MMS credit more', () => {
  expect(priceOf({ mediaUrl: null })).toEqual({ sms: 2, mms: 0 })
  expect(priceOf({ mediaUrl: 'https://example.com/a.jpg' })).toEqual({ sms: 2, mms: 1 })
})

test('a balance covers a cost when it has enough of both units', () => {
  const balance = (sms: number, mms: number) => ({ ...NO_CREDITS, sms, mms })
  expect(covers(balance(2, 0), SMS_PRICE)).toBe(true)
  expect(covers(balance(1, 9), SMS_PRICE)).toBe(false)
  expect(covers(balance(2, 1), MMS_PRICE)).toBe(true)
  expect(covers(balance(2, 0), MMS_PRICE)).toBe(false)
  expect(covers(balance(0, 0), FREE)).toBe(true)
})

test('reserved credits do not cover anything', () => {
  expect(covers({ ...NO_CREDITS, reserved: { sms: 9, mms: 9 } }, SMS_PRICE)).toBe(false)
})
