import { expect, test } from '@jest/globals'
import { goneLabel, isPool, senderChoices } from './sender-choices.js'

const aNumber = (number: string, given: object = {}) => ({
  number,
  status: 'active' as const,
  mms: true,
  messagesPerSecond: null,
  people: 0,
  ...given,
})
const aPool = (name: string, numbers: readonly ReturnType<typeof aNumber>[]) => ({
  id: `pool_${name}`,
  name,
  messagesPerSecond: null,
  numbers: [...numbers],
})

const ONE = aNumber('+12025550100')
const CODE = aNumber('12345', { mms: false })
const OFF = aNumber('+12125550100', { status: 'inactive' })

test('the active numbers are offered first, and then the pools that can send', () => {
  const pools = [aPool('East', [ONE, OFF]), aPool('Off', [OFF]), aPool('Codes', [CODE]), aPool('Mixed', [ONE, CODE])]
  expect(senderChoices([ONE, CODE], pools)).toEqual([
    { value: '+12025550100', label: '+12025550100', mms: true },
    { value: '12345', label: '12345 (no media)', mms: false },
    { value: 'pool_East', label: 'Pool: East, 2 numbers', mms: true },
    { value: 'pool_Codes', label: 'Pool: Codes, 1 number (no media)', mms: false },
    { value: 'pool_Mixed', label: 'Pool: Mixed, 2 numbers (no media)', mms: false },
  ])
})

test('what cannot send any more is named: a number, a pool, or a pool that was removed', () => {
  const pools = [aPool('Off', [OFF])]
  expect(['+12025550100', 'pool_Off', 'pool_x'].map((from) => goneLabel(from, pools))).toEqual([
    '+12025550100 (cannot send any more)',
    'Pool: Off, 1 number (cannot send any more)',
    'A pool that was removed (cannot send any more)',
  ])
  expect([isPool('pool_x'), isPool('12345')]).toEqual([true, false])
})
