import { ANN, BOB } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { mentionsPhone } from './event.js'

test.each([
  ['a contact with the number', { contact: { phoneNumber: ANN } }, true],
  ['another contact', { contact: { phoneNumber: BOB } }, false],
  ['a message to the number', { message: { direction: 'outbound', to: ANN, from: BOB } }, true],
  ['a message from the number', { message: { direction: 'inbound', to: BOB, from: ANN } }, true],
  ['a message from the number as a sender', { message: { direction: 'outbound', to: BOB, from: ANN } }, false],
  ['a message to the number as a sender', { message: { direction: 'inbound', to: ANN, from: BOB } }, false],
  ['a link in a message to the number', { link: 'go.acme.com/sale', message: { to: ANN } }, true],
  ['a broadcast', { broadcast: { from: ANN } }, false],
])('whether an event mentions a number: %s', (_, data, mentions) => {
  expect(mentionsPhone(data, ANN)).toBe(mentions)
})
