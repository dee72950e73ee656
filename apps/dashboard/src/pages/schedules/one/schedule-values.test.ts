import { expect, test } from '@jest/globals'
import type { Schedule } from '../use-schedules.js'
import { changesIn, missingAudience, missingMessage, valuesOf } from './schedule-values.js'

const SCHEDULE: Schedule = {
  id: 'sch_01kjmma2g0007vq7wrdymx37zc',
  status: 'active',
  timing: 'recurring',
  schedule: {
    at: '2026-03-02T09:00:00',
    timezone: 'America/New_York',
    sendByLocalTime: false,
    recurrence: {
      frequency: 'weekly',
      interval: 1,
      daysOfWeek: ['mon'],
      endType: 'onDate',
      endOnDate: '2026-12-31T23:59',
    },
  },
  from: '+12025550100',
  body: 'Hello',
  audience: { filter: { contact: { groups: { ids: { in: ['grp_1'] } } } } },
  audienceReadable: true,
  waveConfig: { recipientsPerWave: 100, waveIntervalMinutes: 5 },
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-01T12:00:00.000Z',
}
const NEXT = '2026-03-09T09:00:00'
const BEFORE = valuesOf(SCHEDULE, NEXT)

test('nothing is sent of what was not changed', () => {
  expect(changesIn(BEFORE, valuesOf(SCHEDULE, NEXT))).toEqual({})
})

test('only what was changed is sent', () => {
  expect(changesIn(BEFORE, { ...BEFORE, body: 'Hi', groups: ['grp_2'] })).toEqual({
    body: 'Hi',
    audience: { filter: { contact: { groups: { ids: { in: ['grp_2'] } } } } },
  })
  expect(changesIn(BEFORE, { ...BEFORE, timing: { ...BEFORE.timing, inWaves: false } })).toEqual({ waveConfig: null })
  const withCanary = { ...BEFORE, timing: { ...BEFORE.timing, hasCanary: true } }
  expect(changesIn(BEFORE, withCanary)).toMatchObject({ canary: { recipients: 500, waitMinutes: 30 } })
  expect(changesIn(withCanary, BEFORE)).toEqual({ canary: null })
})

const SEGMENT = { filter: { contact: { segments: { ids: { in: ['seg_1'] } } } } }

test('groups are replaced by a segment, and a segment by groups', () => {
  const filter = { ...BEFORE.filter, segment: 'seg_1' }
  expect(changesIn(BEFORE, { ...BEFORE, to: 'filter', filter })).toEqual({ audience: SEGMENT })
  const toSegment = valuesOf({ ...SCHEDULE, audience: SEGMENT }, NEXT)
  expect(toSegment).toMatchObject({ to: 'filter', filter: { by: 'segment', segment: 'seg_1' } })
  expect(changesIn(toSegment, toSegment)).toEqual({})
  expect(changesIn(toSegment, { ...toSegment, to: 'groups', groups: ['grp_1'] })).toEqual({
    audience: SCHEDULE.audience,
  })
})

test('an audience that is not complete is not saved', () => {
  const unchosen = { ...BEFORE, to: 'filter' } as const
  expect([missingAudience(BEFORE, unchosen), changesIn(BEFORE, unchosen)]).toEqual(['Choose a segment.', {}])
  expect(missingAudience(BEFORE, { ...BEFORE, groups: [] })).toBe('Choose at least one group.')
  const list = valuesOf({ ...SCHEDULE, audience: null, audienceReadable: false }, NEXT)
  expect([missingAudience(BEFORE, BEFORE), missingAudience(list, list)]).toEqual([null, null])
})

test('a new time replaces the whole timetable', () => {
  const timing = { ...BEFORE.timing, at: '2026-03-09T10:00' }
  expect(changesIn(BEFORE, { ...BEFORE, timing })).toEqual({
    schedule: { ...SCHEDULE.schedule, at: '2026-03-09T10:00' },
  })
})

test('a list of numbers stays until groups replace it', () => {
  const before = valuesOf({ ...SCHEDULE, audience: null, audienceReadable: false }, NEXT)
  expect(changesIn(before, { ...before, from: '+12025550101' })).toEqual({ from: '+12025550101' })
})

test('a template stays until a text replaces it, and a text until a template does', () => {
  const { body: _, ...rest } = SCHEDULE
  const before = valuesOf({ ...rest, template: { id: 'tpl_1' } }, NEXT)
  expect(changesIn(before, before)).toEqual({})
  expect(changesIn(before, { ...before, template: 'tpl_2' })).toEqual({ template: { id: 'tpl_2' } })
  expect(changesIn(before, { ...before, source: 'text', body: 'Hello' })).toEqual({ body: 'Hello' })
  expect(changesIn(BEFORE, { ...BEFORE, source: 'template', template: 'tpl_1' })).toEqual({ template: { id: 'tpl_1' } })
  // What is written beside a template is not sent.
  expect(changesIn(before, { ...before, body: 'Hello' })).toEqual({})
})

test('a text or a template must be given', () => {
  const template = { ...BEFORE, source: 'template' } as const
  expect([BEFORE, { ...BEFORE, body: '' }, template, { ...template, template: 'tpl_1' }].map(missingMessage)).toEqual([
    null,
    'Write a text.',
    'Choose a template.',
    null,
  ])
})
