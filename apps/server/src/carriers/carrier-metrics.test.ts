import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { createCarrierMetrics } from './carrier-metrics.js'

test('a breaker counts as open only while its carrier gets no texts', async () => {
  const registry = new Registry()
  const states = new Map([
    ['main', 'open'],
    ['backup', 'probing'],
    ['local', 'closed'],
  ] as const)
  createCarrierMetrics(registry).watch({ breakers: () => states })
  const text = await registry.getSingleMetricAsString('carillon_carrier_breaker_open')
  expect(text.match(/^carillon.*$/gm)).toEqual([
    'carillon_carrier_breaker_open{carrier="main"} 1',
    'carillon_carrier_breaker_open{carrier="backup"} 0',
    'carillon_carrier_breaker_open{carrier="local"} 0',
  ])
})
