import { expect, test } from '@jest/globals'
import { ApiError } from '../../api/api-error.js'
import { usesIn } from './segment-uses.js'

const IN_USE = { status: 409, code: 33409, details: { schedules: ['sch_1'], segments: ['seg_1'] } }

test('a refusal says which schedules and segments use the segment', () => {
  expect(usesIn(new ApiError('In use', IN_USE))).toEqual({ schedules: ['sch_1'], segments: ['seg_1'] })
  expect(usesIn(new ApiError('In use', { ...IN_USE, details: {} }))).toEqual({ schedules: [], segments: [] })
})

test('another refusal says nothing of them', () => {
  expect(usesIn(new ApiError('Not found', { status: 404, code: 33404 }))).toBeNull()
  expect(usesIn(new Error('Fault'))).toBeNull()
})
