import { ANN, NOW } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { receivedText, type PhoneText } from '../outbox/phone-text.js'
import { feedChanges, shownOf } from './feed-changes.js'

const LOOK = { limit: 3 }
const [a, b, c, d, e] = [aText('a'), aText('b'), aText('c'), aText('d'), aText('e')]
const isNew = (text: PhoneText) => ({ kind: 'text', text })

test('what was shown is no news', () => {
  expect(feedChanges(shownOf([b, a]), [b, a], LOOK)).toEqual([])
})

test('what is new is told in the order in which it came', () => {
  expect(feedChanges(shownOf([a]), [c, b, a], LOOK)).toEqual([isNew(b), isNew(c)])
})

test('what came late, and sorts before what was shown, is told', () => {
  expect(feedChanges(shownOf([c, a]), [c, b, a], LOOK)).toEqual([isNew(b)])
})

test('a change is told, also from one failure to another', () => {
  const failed = (message: string): PhoneText => ({ ...a, state: 'failed', failure: { type: 'expired', message } })
  expect(feedChanges(shownOf([a]), [failed('Too late')], LOOK)).toEqual([isNew(failed('Too late'))])
  expect(feedChanges(shownOf([failed('Too late')]), [failed('Off')], LOOK)).toEqual([isNew(failed('Off'))])
})

test('what is only pushed out of sight is not forgotten', () => {
  expect(feedChanges(shownOf([b, a]), [d, c, b], LOOK)).toEqual([isNew(c), isNew(d)])
  expect(feedChanges(shownOf([b, a]), [e, d, c], LOOK)).toEqual([isNew(c), isNew(d), isNew(e)])
})

test('an outbox that was emptied is told ahead of what has come since', () => {
  expect(feedChanges(shownOf([b, a]), [], LOOK)).toEqual([{ kind: 'cleared' }])
  expect(feedChanges(shownOf([b, a]), [d, c], LOOK)).toEqual([{ kind: 'cleared' }, isNew(c), isNew(d)])
  expect(feedChanges(shownOf([]), [], LOOK)).toEqual([])
})

function aText(id: string): PhoneText {
  const candidate = { id, reference: id, from: '+12025550199', to: ANN, body: 'Hello', mediaUrl: null }
  return receivedText({ ...candidate, submittedAt: NOW, failure: null }, null)
}
