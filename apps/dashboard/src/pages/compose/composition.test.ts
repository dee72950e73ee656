import { expect, test } from '@jest/globals'
import { rowsOf } from '../../parts/filters/language/rows-of-condition.js'
import { audienceOf, newComposition, type Changes } from './composition.js'

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
