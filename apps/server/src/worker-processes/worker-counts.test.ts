import { expect, test } from '@jest/globals'
import { Counter, Gauge, Registry } from 'prom-client'
import { sumOfWorkers } from './worker-counts.js'

test('the counts of all workers are added, including those of ended workers', async () => {
  const counts = sumOfWorkers()
  expect((await counts.text()).trim()).toBe('')
  counts.report(1, await jobsDone(2))
  counts.report(2, await jobsDone(30))
  counts.report(2, await jobsDone(40))
  expect(await counts.text()).toContain('jobs_total{kind="one"} 42\n')
  for (let lives = 0; lives < 3; lives++) {
    counts.ended(2)
    counts.report(2, await jobsDone(100))
  }
  expect(await counts.text()).toContain('jobs_total{kind="one"} 342\n')
})

test('the gauges of a worker end with it, and its counters do not', async () => {
  const counts = sumOfWorkers()
  counts.report(1, await jobsDone(2, { isOpen: 1 }))
  counts.report(2, await jobsDone(3, { isOpen: 0 }))
  expect(await counts.text()).toContain('breaker_open 1\n')
  counts.ended(1)
  const text = await counts.text()
  expect(text).toContain('breaker_open 0\n')
  expect(text).toContain('jobs_total{kind="one"} 5\n')
  counts.ended(2)
  expect(await counts.text()).not.toContain('breaker_open')
})

test('the open breakers are those of living workers', async () => {
  const counts = sumOfWorkers()
  expect(counts.openBreakers()).toEqual([])
  counts.report(1, await breakersOf({ main: 1, backup: 0 }))
  counts.report(2, await breakersOf({ main: 1, backup: 1, smsc: 0 }))
  expect(counts.openBreakers()).toEqual(['main', 'backup'])
  counts.ended(2)
  expect(counts.openBreakers()).toEqual(['main'])
  counts.report(1, await breakersOf({ main: 0, backup: 0 }))
  expect(counts.openBreakers()).toEqual([])
})

async function breakersOf(states: Readonly<Record<string, number>>) {
  const registry = new Registry()
  const gauge = new Gauge({
    ...{ name: 'carillon_carrier_breaker_open', help: 'Breaker', labelNames: ['carrier'], registers: [registry] },
  })
  for (const [carrier, value] of Object.entries(states)) gauge.set({ carrier }, value)
  return registry.getMetricsAsJSON()
}

test('a worker that ends without a report changes nothing', async () => {
  const counts = sumOfWorkers()
  counts.report(1, await jobsDone(2))
  counts.ended(2)
  expect(await counts.text()).toContain('jobs_total{kind="one"} 2\n')
})

test('an ended worker whose counts cannot be added is omitted, and the others are still counted', async () => {
  const counts = sumOfWorkers()
  const [jobs] = await jobsDone(5)
  counts.report(1, [{ ...jobs!, aggregator: 'unknown' } as unknown as typeof jobs & object])
  counts.ended(1)
  counts.report(2, await jobsDone(3))
  counts.ended(2)
  expect(await counts.text()).toContain('jobs_total{kind="one"} 3\n')
})

async function jobsDone(count: number, { isOpen }: { readonly isOpen?: number } = {}) {
  const registry = new Registry()
  const registers = [registry]
  new Counter({ name: 'jobs_total', help: 'Jobs', labelNames: ['kind'], registers }).inc({ kind: 'one' }, count)
  if (isOpen !== undefined) {
    new Gauge({ name: 'breaker_open', help: 'Breaker', aggregator: 'max', registers }).set(isOpen)
  }
  return registry.getMetricsAsJSON()
}
