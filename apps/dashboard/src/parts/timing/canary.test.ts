import { expect, test } from '@jest/globals'
import { canaryChoiceOf, canaryFieldsOf, canaryWords, NEW_CANARY, percentOf, shareOf } from './canary.js'
import { newTiming, timedFieldsOf } from './timing.js'
import { timingOfSchedule } from './timing-of-schedule.js'

test('a canary has its limits as shares, and never judges by more outcomes than it has recipients', () => {
  const stopWhen = { failedOver: 0.05, optedOutOver: 0.02, atLeast: 200 }
  expect(canaryFieldsOf(NEW_CANARY)).toEqual({ recipients: 500, waitMinutes: 30, stopWhen })
  expect(canaryFieldsOf({ ...NEW_CANARY, recipients: 50 }).stopWhen.atLeast).toBe(50)
  expect(canaryChoiceOf(canaryFieldsOf(NEW_CANARY))).toEqual(NEW_CANARY)
})

test.each([0, 0.02, 0.07, 0.29, 0.3333, 1])('the share %d has the same percentage again', (share) => {
  expect(shareOf(percentOf(share))).toBe(share)
})

test('a canary is told in a sentence', () => {
  expect(canaryWords({ ...NEW_CANARY, recipients: 1_500, waitMinutes: 1 })).toBe(
    'First to 1,500 people, and to the others after 1 minute unless over 5 % fail or over 2 % opt out.',
  )
})

test('the fields of a schedule have a canary only if it is on, and a schedule is read the same way', () => {
  const timing = { ...newTiming('UTC'), when: 'once', at: '2026-03-02T09:00' } as const
  expect(timedFieldsOf(timing, '')).not.toHaveProperty('canary')
  const fields = timedFieldsOf({ ...timing, hasCanary: true }, '')
  expect(fields.canary).toEqual(canaryFieldsOf(NEW_CANARY))
  const read = timingOfSchedule({ schedule: { ...fields.schedule }, canary: canaryFieldsOf(NEW_CANARY) })
  expect(read).toMatchObject({ hasCanary: true, canary: NEW_CANARY })
})
