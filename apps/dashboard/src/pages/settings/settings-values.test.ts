import { expect, test } from '@jest/globals'
import { EVERY_DAY } from './hours/window-values.js'
import { changesOf, pathOf, settingFaults, type SettingsValues } from './settings-values.js'

const HOURS = { sendingWindows: null, holidays: [], holdAtMost: 24 }
const VALUES = {
  frequencyCaps: [],
  servicePerHour: 1_000,
  servicePerDay: 10_000,
  dailyMessageQuota: '',
  ...HOURS,
} as unknown as SettingsValues

test('an empty limit of texts without a request is refused at its field, because zero would stop them', () => {
  expect(settingFaults({ ...VALUES, servicePerHour: '' })).toEqual({
    servicePerHour: 'Enter a number: 0 sends no such texts.',
  })
  expect(Object.keys(settingFaults({ ...VALUES, servicePerHour: '', servicePerDay: '' }))).toEqual([
    'servicePerHour',
    'servicePerDay',
  ])
})

test('zero is a limit, and an empty quota means that there is none', () => {
  expect(settingFaults({ ...VALUES, servicePerHour: 0, servicePerDay: 0 })).toEqual({})
})

test('the automatic pause is saved as a whole, with its share, or as null', () => {
  const off = { ...VALUES, autoPauseOn: false, autoPausePercent: 20, autoPauseAtLeast: 500 } as const
  const on = { ...off, autoPauseOn: true }
  expect(changesOf(off, on)).toEqual({ autoPause: { failedOver: 0.2, atLeast: 500 } })
  expect(changesOf(on, { ...on, autoPausePercent: 7 })).toEqual({ autoPause: { failedOver: 0.07, atLeast: 500 } })
  expect(changesOf(on, off)).toEqual({ autoPause: null })
  expect(settingFaults({ ...on, autoPauseAtLeast: '' })).toEqual({ autoPauseAtLeast: 'Enter a number.' })
  expect(settingFaults({ ...off, autoPauseAtLeast: '' })).toEqual({})
})

test('sending hours are changed as the settings have them, and only what differs', () => {
  const after = { ...VALUES, sendingWindows: [EVERY_DAY], holidays: ['2026-12-25'], holdAtMost: 48 } as const
  expect(changesOf(VALUES, after)).toEqual({
    sendingWindows: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'], from: '08:00', to: '21:00' }],
    holidays: ['2026-12-25'],
    holdAtMost: '48h',
  })
  expect(changesOf(after, { ...after, sendingWindows: null })).toEqual({ sendingWindows: null })
  expect(changesOf(after, { ...after, sendingWindows: [{ ...EVERY_DAY }] })).toEqual({})
  expect((['sendingWindows', 'holidays', 'holdAtMost'] as const).map(pathOf)).toEqual([
    'sendingWindows',
    'holidays',
    'holdAtMost',
  ])
})

test('sending hours that are not complete are refused at their fields', () => {
  expect(Object.keys(settingFaults({ ...VALUES, sendingWindows: [], holdAtMost: '' }))).toEqual([
    'sendingWindows',
    'holdAtMost',
  ])
})
