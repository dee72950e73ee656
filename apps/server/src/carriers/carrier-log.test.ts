import type { CarrierEvent } from '@carillon/carriers'
import { NOW } from '@carillon/contracts'
import type { SubmissionOutcome } from '@carillon/core'
import { SimulationClock } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { createLogger } from '../logging/logger.js'
import { carrierLog } from './carrier-log.js'

const ACCEPTED: SubmissionOutcome = { kind: 'accepted', providerId: 'SM1' }
const ACCOUNT: SubmissionOutcome = {
  kind: 'refused',
  type: 'carrier_account',
  message: 'No permission for +12025550123',
  carrierCode: '20003',
}

function open() {
  const clock = new SimulationClock(NOW)
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('info', {
    write: (line) => {
      const { time: _, ...fields } = JSON.parse(line) as Record<string, unknown>
      lines.push(fields)
    },
  })
  const states = new Map<string, 'open' | 'probing' | 'closed'>()
  const log = carrierLog({ logger, clock, breakerOf: (carrier) => states.get(carrier) })
  const event = (carrier: string, outcome: SubmissionOutcome): CarrierEvent => ({ carrier, outcome, tookMs: 1 })
  return {
    ...{ lines, states },
    note: (carrier: string, outcome = ACCEPTED) => log(event(carrier, outcome)),
    noteEvent: log,
    advance: (ms: number) => clock.advance(ms),
  }
}

test('a breaker is logged when it opens and when it closes, not in between', () => {
  const { lines, states, note } = open()
  note('main')
  for (const state of ['closed', 'open', 'open', 'probing', 'open', 'closed', 'closed'] as const) {
    states.set('main', state)
    note('main')
  }
  expect(lines).toEqual([
    { level: 'warn', carrier: 'main', msg: 'carrier breaker opened' },
    { level: 'warn', carrier: 'main', msg: 'carrier breaker closed' },
  ])
})

test('a refusal because of the account is logged once a minute for each carrier, without the words of the carrier', () => {
  const { lines, note, advance } = open()
  for (let i = 0; i < 1_000; i++) note('main', ACCOUNT)
  note('backup', { ...ACCOUNT, carrierCode: null })
  const line = { level: 'warn', carrier: 'main', carrierCode: '20003', msg: 'carrier refuses the account' }
  expect(lines).toEqual([line, { level: 'warn', carrier: 'backup', msg: 'carrier refuses the account' }])
  advance(59_999)
  note('main', ACCOUNT)
  expect(lines).toHaveLength(2)
  advance(1)
  note('main', ACCOUNT)
  expect(lines.slice(2)).toEqual([{ ...line, suppressed: 1_000 }])
})

test('other refusals are not logged', () => {
  const { lines, note } = open()
  note('main', { ...ACCOUNT, type: 'invalid_destination' })
  expect(lines).toEqual([])
})

test('what a provider module throws is logged once for the texts that were submitted together', () => {
  const { lines, noteEvent } = open()
  for (const error of [new RangeError('Too long'), new TypeError('No function')]) {
    for (let n = 0; n < 3; n++) noteEvent({ carrier: 'mine', outcome: { kind: 'unknown' }, tookMs: 1, error })
  }
  expect(lines).toMatchObject([
    { level: 'warn', carrier: 'mine', err: { name: 'RangeError' }, msg: 'carrier failed to submit' },
    { level: 'warn', carrier: 'mine', err: { name: 'TypeError' }, msg: 'carrier failed to submit' },
  ])
})
