import { ids } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { isMessageId, parseReference, referenceOf } from './message.js'

test('a reference is parsed to the message and its account', () => {
  const message = { account: ids.next('acc'), id: ids.next('msg') }
  expect(parseReference(referenceOf(message))).toEqual(message)
})

test('a text that cannot be a reference is parsed to null', () => {
  const [account, id] = [ids.next('acc'), ids.next('msg')]
  for (const text of [
    '',
    id,
    account,
    `${account}.`,
    `.${id}`,
    `${id}.${account}`,
    `${account}:${id}`,
    ` ${account}.${id}`,
    `${account}.${id}\n`,
    `${account}.${id}.${id}`,
    `${account}.${id}`.toUpperCase(),
    `acc_1.${id}`,
    `${account}.msg_1`,
  ]) {
    expect([text, parseReference(text)]).toEqual([text, null])
  }
})

test('the id of a message is msg_ followed by 26 digits or lowercase letters', () => {
  expect(isMessageId(ids.next('msg'))).toBe(true)
  for (const text of ['', 'msg_', 'msg_1', ids.next('con'), `${ids.next('msg')}0`, ids.next('msg').toUpperCase()]) {
    expect([text, isMessageId(text)]).toEqual([text, false])
  }
})
