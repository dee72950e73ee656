import { NOW } from '@carillon/contracts'
import { SimulationClock } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { createLogger } from '../logging/logger.js'
import { createCarrierMetrics } from './carrier-metrics.js'
import { smppReports } from './smpp-reports.js'

function open() {
  const registry = new Registry()
  const clock = new SimulationClock(NOW)
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('info', {
    write: (line) => {
      const { time: _, ...rest } = JSON.parse(line) as Record<string, unknown>
      lines.push(rest)
    },
  })
  const reports = smppReports({ carrier: 'smsc', logger, metrics: createCarrierMetrics(registry), clock })
  const binds = async () => (await registry.metrics()).match(/^carillon_smpp_binds\{carrier="smsc"\} (\d+)$/m)?.[1]
  return { ...reports, lines, binds, clock }
}

const SAME = { bind: 2, command: 'bind_transceiver', reason: null, status: null } as const

test('a bind that is bound is logged and counted', async () => {
  const { onBind, lines, binds } = open()
  expect(await binds()).toBe('0')
  onBind({ ...SAME, state: 'bound', boundCount: 2 })
  expect(await binds()).toBe('2')
  expect(lines).toEqual([
    { level: 'info', carrier: 'smsc', bind: 2, command: 'bind_transceiver', msg: 'SMPP bind bound' },
  ])
})

test('a bind that is refused, lost or not possible is a warning with the reason', async () => {
  const { onBind, lines, binds } = open()
  const status = 'ESME_RINVPASWD'
  onBind({ ...SAME, state: 'refused', reason: 'refused', status, boundCount: 1 })
  onBind({ ...SAME, state: 'lost', reason: 'the other side closed', boundCount: 0 })
  onBind({ ...SAME, state: 'failed', reason: 'no connection', boundCount: 0 })
  onBind({ ...SAME, state: 'closed', boundCount: 0 })
  const same = { level: 'warn', carrier: 'smsc', bind: 2, command: 'bind_transceiver' }
  expect(lines).toEqual([
    { ...same, reason: 'refused', status, msg: 'SMPP bind refused' },
    { ...same, reason: 'the other side closed', msg: 'SMPP bind lost' },
    { ...same, reason: 'no connection', msg: 'SMPP bind failed' },
  ])
  expect(await binds()).toBe('0')
})

test('deliveries that cannot be stored are logged once a minute, without what the error quotes', () => {
  const { onError, lines, clock } = open()
  const error = new Error('Key (phone)=(+12025550100) exists')
  for (let i = 0; i < 4; i++) onError({ kind: 'text', error })
  onError({ kind: 'receipt', error })
  clock.advance(60_000)
  onError({ kind: 'text', error })
  const msg = 'a delivery of the SMSC could not be stored'
  expect(lines).toMatchObject([
    { level: 'warn', carrier: 'smsc', kind: 'text', err: { name: 'Error' }, msg },
    { level: 'warn', carrier: 'smsc', kind: 'receipt', msg },
    { level: 'warn', carrier: 'smsc', kind: 'text', suppressed: 3, msg },
  ])
  expect(JSON.stringify(lines)).not.toContain('2025550100')
})

test('every loss of ids is an error', () => {
  const { onError, lines } = open()
  for (const count of [3, 1]) onError({ kind: 'links', error: new Error('The database is down'), count })
  const msg = 'the ids of texts were lost, and so are their receipts'
  expect(lines).toMatchObject([
    { level: 'error', links: 3, msg },
    { level: 'error', links: 1, msg },
  ])
})
