import { NOW, aWebhookEndpoint, after, aWebhookResponse, ids } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import type { WebhookResponse } from '../../ports/webhook-sender.js'
import { FAILING_MAX_MS, endpointAfter } from './endpoint-health.js'
import type { WebhookEndpoint } from './webhook-endpoint.js'

const FIVE_DAYS_S = 5 * 24 * 3_600

const account = ids.next('acc')
const endpoint = (given: Partial<WebhookEndpoint> = {}) => aWebhookEndpoint({ account, ...given })
const attemptsWith = (...statuses: readonly number[]) =>
  statuses.map((status) => ({ answer: aWebhookResponse(status) }))
const TIMEOUT: WebhookResponse = { kind: 'unanswered', reason: 'timeout', message: 'too late' }

describe('an endpoint that has only failed', () => {
  test('has been failing since its first failure', () => {
    const first = endpointAfter(endpoint(), attemptsWith(500), after(1))
    const second = endpointAfter(first, [{ answer: TIMEOUT }], after(60))
    expect([first.failingSince, second.failingSince]).toEqual([after(1), after(1)])
    expect(second.disabled).toBeNull()
  })

  test('is disabled by a failure after exactly 5 days, but not earlier', () => {
    expect(FAILING_MAX_MS).toBe(FIVE_DAYS_S * 1_000)
    const failing = endpoint({ failingSince: NOW })
    const before = endpointAfter(failing, attemptsWith(500), after(FIVE_DAYS_S - 0.001))
    expect(before.disabled).toBeNull()
    const then = endpointAfter(failing, attemptsWith(500), after(FIVE_DAYS_S))
    expect(then.disabled).toEqual({ at: after(FIVE_DAYS_S), reason: 'failing' })
    expect(then.failingSince).toEqual(NOW)
  })

  test('is not disabled by time alone', () => {
    const failing = endpoint({ failingSince: NOW })
    expect(endpointAfter(failing, [], after(2 * FIVE_DAYS_S))).toBe(failing)
  })

  test('starts over after one success, however long it had failed', () => {
    const failing = endpoint({ failingSince: NOW })
    const healed = endpointAfter(failing, attemptsWith(200), after(2 * FIVE_DAYS_S))
    expect(healed).toEqual({ ...failing, failingSince: null })
    const failingAgain = endpointAfter(healed, attemptsWith(500), after(3 * FIVE_DAYS_S))
    expect(failingAgain).toMatchObject({ failingSince: after(3 * FIVE_DAYS_S), disabled: null })
  })
})

describe('an endpoint that responds with 410', () => {
  test('is disabled at once', () => {
    const gone = endpointAfter(endpoint(), attemptsWith(410), after(1))
    expect(gone.disabled).toEqual({ at: after(1), reason: 'gone' })
  })

  test('is disabled with the reason `gone` even if it has failed for 5 days', () => {
    const failing = endpoint({ failingSince: NOW })
    expect(endpointAfter(failing, attemptsWith(410), after(FIVE_DAYS_S)).disabled).toMatchObject({ reason: 'gone' })
  })

  test.each([404, 400, 401, 500, 301])('is disabled, but one that responds with %i is not', (status) => {
    expect(endpointAfter(endpoint(), attemptsWith(status), NOW).disabled).toBeNull()
  })
})

describe('for responses that arrived together', () => {
  test.each([[[200, 500, 500]], [[500, 200, 500]], [[500, 500, 200]]])('one success counts for all: %j', (statuses) => {
    const failing = endpoint({ failingSince: NOW })
    expect(endpointAfter(failing, attemptsWith(...statuses), after(FIVE_DAYS_S))).toEqual(endpointOf(failing))
  })

  test.each([[[410, 200]], [[200, 410]], [[500, 410, 200]]])('both the 410 and the success count: %j', (statuses) => {
    const failing = endpoint({ failingSince: NOW })
    const disabled = { at: after(1), reason: 'gone' }
    expect(endpointAfter(failing, attemptsWith(...statuses), after(1))).toMatchObject({ failingSince: null, disabled })
  })
})

describe('an endpoint stays unchanged', () => {
  test('if nothing was tried, or a success follows a success', () => {
    const good = endpoint()
    expect(endpointAfter(good, [], NOW)).toBe(good)
    expect(endpointAfter(good, attemptsWith(200, 204), NOW)).toBe(good)
  })

  test('if it keeps failing', () => {
    const failing = endpoint({ failingSince: NOW })
    expect(endpointAfter(failing, attemptsWith(500), after(9))).toBe(failing)
  })

  test('in its reason for being disabled, whatever the responses to requests in flight', () => {
    const disabled = { at: NOW, reason: 'operator' } as const
    const off = endpoint({ disabled, failingSince: NOW })
    for (const status of [200, 410, 500]) {
      expect(endpointAfter(off, attemptsWith(status), after(FIVE_DAYS_S)).disabled).toEqual(disabled)
    }
  })
})

function endpointOf(failing: WebhookEndpoint): WebhookEndpoint {
  return { ...failing, failingSince: null, disabled: null }
}
