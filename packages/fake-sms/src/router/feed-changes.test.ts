import { ANN, NOW } from '@carillon/contracts'
import { expect, test } from '@jest/globals'
import { receivedText, type PhoneText } from '../outbox/phone-text.js'
import { feedChanges, shownOf } from './feed-changes.js'

const POLL = { limit: 3 }
const [a, b, c, d, e] = [aText('a'), aText('b'), aText('c'), aText('d'), aText('e')]
const isNew = (text: PhoneText) => ({ kind: 'text', text })

test('texts that were already shown are not reported', () => {
  expect(feedChanges(shownOf([b, a]), [b, a], POLL)).toEqual([])
})

test('new texts are reported in the order of arrival', () => {
  expect(feedChanges(shownOf([a]), [c, b, a], POLL)).toEqual([isNew(b), isNew(c)])
})

test('a late text that sorts before the shown ones is reported', () => {
  expect(feedChanges(shownOf([c, a]), [c, b, a], POLL)).toEqual([isNew(b)])
})

test('a changed text is reported, even if only its failure changed', () => {
  const failed = (message: string): PhoneText => ({ ...a, state: 'failed', failure: { type: 'expired', message } })
  expect(feedChanges(shownOf([a]), [failed('Too late')], POLL)).toEqual([isNew(failed('Too late'))])
  expect(feedChanges(shownOf([failed('Too late')]), [failed('Off')], POLL)).toEqual([isNew(failed('Off'))])
})

test('texts that newer ones push beyond the limit do not count as cleared', () => {
  expect(feedChanges(shownOf([b, a]), [d, c, b], POLL)).toEqual([isNew(c), isNew(d)])
  expect(feedChanges(shownOf([b, a]), [e, d, c], POLL)).toEqual([isNew(c), isNew(d), isNew(e)])
})

test('a cleared outbox is reported before the texts that arrived since', () => {
  expect(feedChanges(shownOf([b, a]), [], POLL)).toEqual([{ kind: 'cleared' }])
  expect(feedChanges(shownOf([b, a]), [d, c], POLL)).toEqual([{ kind: 'cleared' }, isNew(c), isNew(d)])
  expect(feedChanges(shownOf([]), [], POLL)).toEqual([])
})

function aText(id: string): PhoneText {
  const candidate = { id, reference: id, from: '+12025550199', to: ANN, body: 'Hello', mediaUrl: null }
  return receivedText({ ...candidate, submittedAt: NOW, failure: null }, null)
}
