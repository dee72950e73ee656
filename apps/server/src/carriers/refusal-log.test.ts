import { NOW } from '@carillon/contracts'
import { SimulationClock } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { createLogger } from '../logging/logger.js'
import { refusalLog, type Refusal } from './refusal-log.js'

const FORGED: Refusal = { carrier: 'main', endpoint: 'receipts', outcome: 'forged', reason: 'No signature' }

function open() {
  const clock = new SimulationClock(NOW)
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('info', {
    write: (line) => {
      const { time: _, ...fields } = JSON.parse(line) as Record<string, unknown>
      lines.push(fields)
    },
  })
  return { log: refusalLog({ logger, clock }), lines, advance: (ms: number) => clock.advance(ms) }
}

test('a refusal is logged with its carrier and reason', () => {
  const { log, lines } = open()
  log(FORGED)
  expect(lines).toEqual([{ level: 'warn', msg: 'carrier webhook rejected', ...FORGED }])
})

test('the same refusal is logged once a minute, with the number of those between', () => {
  const { log, lines, advance } = open()
  for (let i = 0; i < 1_000; i++) log(FORGED)
  expect(lines).toHaveLength(1)
  advance(59_999)
  log(FORGED)
  expect(lines).toHaveLength(1)
  advance(1)
  log(FORGED)
  expect(lines.slice(1)).toMatchObject([{ ...FORGED, suppressed: 1_000 }])
  advance(60_000)
  log(FORGED)
  expect(lines.slice(2)).toEqual([{ level: 'warn', msg: 'carrier webhook rejected', ...FORGED }])
})

test('other carriers, endpoints, outcomes and reasons have lines of their own', () => {
  const { log, lines } = open()
  const others = [{ carrier: 'backup' }, { endpoint: 'inbound' }, { outcome: 'unreadable' }, { reason: 'Too old' }]
  for (const other of others) log({ ...FORGED, ...other } as Refusal)
  log(FORGED)
  expect(lines).toHaveLength(5)
})

test('at most 100 different refusals are logged in a minute, whatever the requests contain', () => {
  const { log, lines, advance } = open()
  const flood = () => {
    for (let i = 0; i < 10_000; i++) log({ ...FORGED, reason: `Made up: ${i}` })
  }
  flood()
  expect(lines).toHaveLength(100)
  advance(60_000)
  flood()
  expect(lines).toHaveLength(200)
})
