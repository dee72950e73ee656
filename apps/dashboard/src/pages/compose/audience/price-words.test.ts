import { expect, test } from '@jest/globals'
import { priceWords } from './price-words.js'

test.each([
  [{ sms: 2, mms: 0 }, 1, " A broadcast's text costs 2 credits."],
  [{ sms: 242, mms: 0 }, 121, " A broadcast's text costs 2 credits."],
  [{ sms: 0, mms: 9 }, 3, " A broadcast's text costs 3 credits."],
  [{ sms: 3, mms: 0 }, 3, ''],
  [{ sms: 7, mms: 0 }, 3, ''],
  [{ sms: 4, mms: 2 }, 2, ''],
  [{ sms: 0, mms: 0 }, 0, ''],
])('%j for %d people: %j', (required, accepted, words) => expect(priceWords(required, accepted)).toBe(words))
