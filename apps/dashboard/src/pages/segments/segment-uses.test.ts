import { expect, test } from '@jest/globals'
import { ApiError } from '../../api/api-error.js'
import { usesIn, usesOf } from './segment-uses.js'

const IN_USE = { status: 409, code: 33409, details: { schedules: ['sch_1'], segments: ['seg_1'] } }

const NONE = { totalCount: 0, ids: [] }

test('the list of the service says which schedules and segments use the segment, and how many there are', () => {
  const none = { totalCount: 0, results: [] }
  const many = { totalCount: 21, results: [{ id: 'sch_1' }, { id: 'sch_2' }] }
  expect(usesOf({ schedules: many, segments: none })).toEqual({
    schedules: { totalCount: 21, ids: ['sch_1', 'sch_2'] },
    segments: NONE,
  })
  expect(usesOf({ schedules: none, segments: none })).toBeNull()
})

test('a refusal says which schedules and segments use the segment', () => {
  expect(usesIn(new ApiError('In use', IN_USE))).toEqual({
    schedules: { totalCount: 1, ids: ['sch_1'] },
    segments: { totalCount: 1, ids: ['seg_1'] },
  })
  expect(usesIn(new ApiError('In use', { ...IN_USE, details: {} }))).toEqual({
    schedules: NONE,
    segments: NONE,
  })
})

test('another refusal says nothing of them', () => {
  expect(usesIn(new ApiError('Not found', { status: 404, code: 33404 }))).toBeNull()
  expect(usesIn(new Error('Fault'))).toBeNull()
})
