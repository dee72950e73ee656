import { expect, test } from '@jest/globals'
import { rowsOf } from '../../parts/filters/language/rows-of-condition.js'
import { audienceOf, hasMessage, messageOf, newComposition, type Changes } from './composition.js'

const FRESH = newComposition({ timezone: 'UTC', idempotencyKey: 'key' })
const SEGMENT = { ...FRESH.filter, segment: 'seg_1' }
const OWN = { ...FRESH.filter, by: 'own', own: rowsOf({ tz: { exists: true } })! } as const

test.each<[Changes, ReturnType<typeof audienceOf>]>([
  [{}, null],
  [{ groups: ['grp_1'], numbers: ['1'] }, { groups: ['grp_1'] }],
  [{ groups: ['grp_1'], numbers: ['1'], to: 'numbers' }, { numbers: ['1'] }],
  [{ to: 'filter' }, null],
  [{ to: 'filter', filter: SEGMENT }, { filter: { contact: { segments: { ids: { in: ['seg_1'] } } } } }],
  [{ to: 'filter', filter: OWN }, { filter: { contact: { tz: { exists: true } } } }],
])('%#: what the service gets', (changes, audience) => {
  expect(audienceOf({ ...FRESH, ...changes })).toEqual(audience)
})

test.each<[Changes, boolean, ReturnType<typeof messageOf>]>([
  [{}, false, {}],
  [{ body: 'Hi', template: 'tpl_1' }, true, { body: 'Hi' }],
  [{ body: 'Hi', mediaUrl: 'https://a.example/a.png' }, true, { body: 'Hi', mediaUrl: 'https://a.example/a.png' }],
  [{ source: 'template', body: 'Hi', template: 'tpl_1' }, true, { template: { id: 'tpl_1' } }],
])('%#: only the chosen one of text and template is sent', (changes, isSomething, message) => {
  expect([hasMessage({ ...FRESH, ...changes }), messageOf({ ...FRESH, ...changes })]).toEqual([isSomething, message])
})

test('a template that is not chosen yet is nothing to send', () => {
  expect(hasMessage({ ...FRESH, source: 'template', body: 'Hi' })).toBe(false)
})
