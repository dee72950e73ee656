import { expect, test } from '@jest/globals'
import { dropsIn, reachedIn, type Preview } from './drop-words.js'

const NONE = { country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0, invalid: 0, duplicates: 0 }

test('the reasons why people get nothing are listed, the most frequent first', () => {
  const drops = dropsIn({ ...NONE, optedOut: 2, landline: 3, invalid: 5 })
  expect(drops.map(({ words, count }) => [count, words])).toEqual([
    [5, 'not a phone number'],
    [3, 'on a landline, which this account does not text'],
    [2, 'opted out'],
  ])
})

test('people whom a frequency cap leaves out are counted, with the caps', () => {
  const caps = [
    { messages: 2, per: '24h', group: null },
    { messages: 6, per: '7d', group: 'VIP' },
  ]
  expect(dropsIn({ ...NONE, frequencyCapped: 3 }, caps)).toEqual([
    {
      reason: 'frequencyCapped',
      words: 'had as many texts as a frequency cap allows (2 per 24h, 6 per 7d for VIP)',
      count: 3,
    },
  ])
})

test('without caps, nothing is said of them', () => {
  expect(dropsIn(NONE)).toEqual([])
})

test('people who would wait too long for their sending hours, or past the end, do not get the text', () => {
  const recipients: Preview['recipients'] = { submitted: 9, accepted: 7, dropped: NONE, faults: [] }
  expect(reachedIn({ recipients })).toBe(7)
  expect(reachedIn({ recipients, windows: { atOnce: 3, held: [], tooLate: 4, expired: 0 } })).toBe(3)
  expect(reachedIn({ recipients, windows: { atOnce: 2, held: [], tooLate: 4, expired: 1 } })).toBe(2)
})
