import { describe, expect, test } from '@jest/globals'
import { vonageOutcome } from './outcome.js'

function answered(status: number, body: unknown) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return vonageOutcome({ kind: 'answered', status, headers: {}, body: text }, [])
}

function problem(code: string) {
  return {
    type: `https://developer.vonage.com/api-errors/messages-olympus#${code}`,
    title: 'A title',
    detail: 'A detail',
  }
}

describe('the outcome of a submission to Vonage', () => {
  test.each([
    ['1040', 'invalid_destination'],
    ['1050', 'carrier_rejected'],
    ['1060', 'carrier_account'],
    ['1070', 'carrier_account'],
    ['1120', 'carrier_rejected'],
    ['1420', 'carrier_rejected'],
  ])('with the code %s is a refusal of the type %s', (code, type) => {
    expect(answered(422, problem(code))).toEqual({
      kind: 'refused',
      type,
      message: 'Vonage refused the text: A detail',
      carrierCode: code,
    })
  })

  test.each(['1000', '1030', '1100'])('with the code %s is to be tried later', (code) => {
    expect(answered(422, problem(code)).kind).toBe('try-later')
  })

  test('without money is a refusal because of the account', () => {
    expect(answered(402, problem('low-balance'))).toMatchObject({ type: 'carrier_account', carrierCode: 'low-balance' })
  })

  test.each(['', '{', '{"message_uuid":null}', '<html>'])('that was taken, with the body %j, is unknown', (body) => {
    expect(answered(202, body)).toMatchObject({ kind: 'unknown' })
  })

  test.each([500, 502, 503, 504])('with the status %d is unknown, whatever the body says', (status) => {
    expect(answered(status, problem('1100'))).toEqual({ kind: 'unknown', because: 'server-error' })
  })

  test('with an unreadable refusal still has a code', () => {
    expect(answered(400, 'nonsense')).toEqual({
      ...{ kind: 'refused', type: 'carrier_rejected', carrierCode: null },
      message: 'Vonage refused the text: no reason given (the HTTP status is 400)',
    })
  })
})
