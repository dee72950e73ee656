import { expect, test } from '@jest/globals'
import { settingFaults, type SettingsValues } from './settings-values.js'

const VALUES = {
  frequencyCaps: [],
  servicePerHour: 1_000,
  servicePerDay: 10_000,
  dailyMessageQuota: '',
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
