import { aBroadcast, after, ids, NOW } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { canaryOf } from './canary.js'
import { limitsOf, passedLimit, resumedWatch, watchOf, type Watch } from './watch.js'

const account = ids.next('acc')
const CANARY = canaryOf({ recipients: 500 })
const AUTO_PAUSE = { failedOver: 0.2, atLeast: 500 }
const watched = (watch: Watch | null) => aBroadcast({ account, watch, startedAt: NOW })

describe('a canary', () => {
  test('has defaults for everything but its recipients', () => {
    expect(CANARY).toEqual({
      recipients: 500,
      waitMinutes: 30,
      stopWhen: { failedOver: 0.05, optedOutOver: 0.02, atLeast: 200 },
    })
    expect(canaryOf({ recipients: 50, stopWhen: { failedOver: 0.5 } }).stopWhen).toEqual({
      failedOver: 0.5,
      optedOutOver: 0.02,
      atLeast: 50,
    })
  })

  test('cannot have fewer recipients than the outcomes by which it is judged', () => {
    expect(() => canaryOf({ recipients: 100, stopWhen: { atLeast: 200 } })).toThrow(
      'canary.stopWhen.atLeast must be at most canary.recipients, which is 100, got 200',
    )
  })
})

describe('limits', () => {
  test('of a canary apply while it is open, and then that of the account', () => {
    const watch = watchOf(CANARY, AUTO_PAUSE)!
    expect(limitsOf(watched(watch))).toEqual({ rule: 'canary', ...CANARY.stopWhen })
    const over = { ...watch, isCanaryOver: true }
    expect(limitsOf(watched(over))).toEqual({ rule: 'autoPause', optedOutOver: null, ...AUTO_PAUSE })
  })

  test('apply neither without a watch, nor to a broadcast that is paused, has ended or was canceled', () => {
    const watch = watchOf(null, AUTO_PAUSE)
    expect(watchOf(null, null)).toBeNull()
    expect(limitsOf(watched(null))).toBeNull()
    expect(limitsOf({ ...watched(watch), pausedAt: NOW })).toBeNull()
    expect(limitsOf({ ...watched(watch), completedAt: after(1) })).toBeNull()
    expect(limitsOf({ ...watched(watch), status: 'canceled' })).toBeNull()
  })

  test('no longer apply after an operator has resumed what they had paused', () => {
    const limit = { rule: 'canary', limit: 'failedOver', allowed: 0.05, found: 0.3, of: 200 } as const
    const resumed = resumedWatch({ ...watchOf(CANARY, AUTO_PAUSE)!, pausedBecause: limit })
    expect(limitsOf(watched(resumed))).toBeNull()
  })

  test('still apply after a pause by request', () => {
    const watch = watchOf(CANARY, null)
    expect(resumedWatch(watch)).toEqual(watch)
  })
})

describe('the share of failed messages', () => {
  const limits = { rule: 'canary', ...CANARY.stopWhen } as const
  const counts = { sent: 0, refused: 0, optedOut: 0 }

  test('is not judged before enough outcomes are known', () => {
    expect(passedLimit(limits, { ...counts, refused: 199 })).toBeNull()
    expect(passedLimit(limits, { ...counts, refused: 200 })).toMatchObject({ limit: 'failedOver', found: 1, of: 200 })
  })

  test('may be equal to the limit, and not above it', () => {
    expect(passedLimit(limits, { ...counts, sent: 190, refused: 10 })).toBeNull()
    expect(passedLimit(limits, { ...counts, sent: 189, refused: 11 })).toEqual({
      rule: 'canary',
      limit: 'failedOver',
      allowed: 0.05,
      found: 0.055,
      of: 200,
    })
  })
})

test('recipients that opted out are a share of the sent messages', () => {
  const limits = { rule: 'canary', ...CANARY.stopWhen } as const
  expect(passedLimit(limits, { sent: 400, refused: 5, optedOut: 8 })).toBeNull()
  expect(passedLimit(limits, { sent: 400, refused: 5, optedOut: 9 })).toEqual({
    rule: 'canary',
    limit: 'optedOutOver',
    allowed: 0.02,
    found: 0.0225,
    of: 400,
  })
})
