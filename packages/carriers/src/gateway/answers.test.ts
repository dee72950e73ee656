import { describe, expect, test } from '@jest/globals'
import { questionReader, submissionReader } from './answers.js'
import type { AnswerRule } from './description.js'

function read(rules: readonly AnswerRule[], status: number, body: string, headers: Record<string, string> = {}) {
  return submissionReader(rules, [])({ kind: 'answered', status, headers, body }, 'acc_1.msg_1')
}

const TAKEN: AnswerRule = { when: { pattern: 'OK' }, outcome: 'taken' }

describe('an answer of a gateway', () => {
  test('is read by the first rule that fits', () => {
    const rules: readonly AnswerRule[] = [
      { when: { path: '$.code', is: [21, '22'] }, outcome: 'opted-out', code: { path: '$.code' } },
      { when: { status: '2xx' }, outcome: 'taken' },
    ]
    expect(read(rules, 200, '{"code":21}')).toMatchObject({ kind: 'refused', type: 'opted_out', carrierCode: '21' })
    expect(read(rules, 200, '{"code":23}')).toEqual({ kind: 'accepted', providerId: 'acc_1.msg_1' })
  })

  test.each([200, 204, 302, 408, 500, 503])('that no rule describes is unknown with the status %d', (status) => {
    expect(read([], status, '')).toEqual({ kind: 'unknown', because: 'server-error' })
  })

  test.each([
    [400, 'carrier_rejected'],
    [401, 'carrier_account'],
    [402, 'carrier_account'],
    [404, 'carrier_rejected'],
  ])('that no rule describes is a refusal with the status %d', (status, type) => {
    const message = 'The gateway refused the text: Bad number'
    expect(read([], status, ' Bad\n number ')).toEqual({ kind: 'refused', type, message, carrierCode: String(status) })
  })

  test('of 429 is to be tried later, even if no rule describes it', () => {
    expect(read([], 429, '', { 'retry-after': '3' })).toMatchObject({ kind: 'try-later', afterMs: 3_000 })
  })

  test('of 5xx is not taken by a rule that names no status', () => {
    expect(read([TAKEN], 500, 'OK')).toEqual({ kind: 'unknown', because: 'server-error' })
  })
})

describe('an answer to a question', () => {
  const ask = (rules: readonly AnswerRule[], status: number) =>
    questionReader(rules, [])({ kind: 'answered', status, headers: {}, body: '' }, 'acc_1.msg_1')

  test.each([400, 401, 403, 404, 429, 500])('that no rule describes is unknown with the status %d', (status) => {
    expect(ask([], status)).toEqual({ kind: 'unknown' })
  })

  test('is a refusal, or says that the reference was never seen, only if a rule describes it', () => {
    expect(ask([{ when: { status: 404 }, outcome: 'never-seen' }], 404)).toEqual({ kind: 'never-seen' })
    expect(ask([{ when: { status: 410 }, outcome: 'refused' }], 410)).toMatchObject({ kind: 'refused' })
    expect(ask([{ when: { status: 420 }, outcome: 'throttled' }], 420)).toEqual({ kind: 'unknown' })
  })
})
