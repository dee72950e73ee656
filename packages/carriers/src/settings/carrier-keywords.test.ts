import { expect, test } from '@jest/globals'
import { isCarrierKeyword } from './carrier-keywords.js'

test.each([
  'STOP',
  ' stop\n',
  'StopAll',
  'unsubscribe',
  'Cancel',
  'END',
  'quit',
  'HELP',
  'info',
  'start',
  'unstop',
  'Yes',
])('a carrier answers %j', (body) => {
  expect(isCarrierKeyword(body)).toBe(true)
})

test.each(['please stop', 'stop texting me', 'STOP!', 'Hi', ''])('a carrier does not answer %j', (body) => {
  expect(isCarrierKeyword(body)).toBe(false)
})
