import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { parse } from 'yaml'
import { createMetrics } from '@carillon/http'
import { createCarrierMetrics } from '../carriers/carrier-metrics.js'
import { createKeywordMetrics } from '../composition/keyword-metrics.js'
import { documentedService, type DocumentedService } from '../testing/docs/documented-service.js'
import { noteOf, readPage, ROOT } from '../testing/docs/pages.js'
import { measureCertificate } from '../tls/measure-certificate.js'
import { createJobMetrics } from '../worker/job-metrics.js'
import { measureJobWaits } from '../worker/measure-job-waits.js'
import { measureNodes } from '../worker/measure-nodes.js'

let service: DocumentedService
/** The labels of each metric, by its name as Prometheus stores it. */
let known: ReadonlyMap<string, ReadonlySet<string>>
/** The content of the service's metrics page. */
let metrics: string

beforeAll(async () => {
  service = await documentedService()
  metrics = await (await fetch(`${service.url}/metrics`)).text()
  known = new Map([...labelsOfOurs(), ...namesOf(metrics).map((name) => [name, new Set<string>()] as const)])
})

afterAll(() => service.stop())

const dashboard = JSON.parse(readFileSync(join(ROOT, 'docs/operations/grafana-dashboard.json'), 'utf8')) as Dashboard
const expressions = dashboard.panels.flatMap(({ targets }) => targets)

test('every metric and label of the dashboard exists in a running service', () => {
  expect(expressions.length).toBeGreaterThan(15)
  expect(expressions.flatMap(({ expr }) => faultsOf(expr))).toEqual([])
})

test('every metric and label of the alerts exists', () => {
  const { blocks } = readPage('docs/operations/alerts.md')
  const { text } = blocks.find((block) => noteOf(block, 'parsed only') === 'rules for Prometheus')!
  const rules = (parse(text) as Alerts).groups.flatMap((group) => group.rules)
  expect(rules.length).toBeGreaterThan(10)
  expect(rules.flatMap(({ expr }) => faultsOf(expr))).toEqual([])
})

test('the alerts page says what to do when each alert fires', () => {
  const { text } = readPage('docs/operations/alerts.md')
  const alerts = [...text.matchAll(/- alert: (\w+)/g)].map(([, name]) => name)
  expect([...text.matchAll(/^\| (Carillon\w+) /gm)].map(([, name]) => name)).toEqual(alerts)
})

test('the monitoring page names every metric of Carillon, and only metrics that exist', () => {
  const { text } = readPage('docs/operations/monitoring.md')
  const named = [...text.matchAll(/\b(?:carillon|nodejs|process)_[a-z0-9_]*[a-z0-9]\b/g)].map(([name]) => name)
  expect(named.filter((name) => !isKnown(name))).toEqual([])
  expect(ourNames().filter((name) => !named.includes(name))).toEqual([])
})

test('a running service exports all metrics of Carillon, except those that need HTTPS or a file of carriers', () => {
  const served = [...metrics.matchAll(/^# TYPE (carillon_\S+) /gm)].map(([, name]) => name!)
  expect([...served, ...ONLY_WITH_HTTPS, ...ONLY_WITH_CARRIERS].sort()).toEqual(ourNames().sort())
  expect(metrics).toContain('carillon_jobs_wait_seconds{lane="slow-webhooks"} 0\n')
})

test('every panel has a unique id, and its legend uses only labels that it groups by', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { targets, title } of dashboard.panels) {
    for (const { expr, legendFormat } of targets) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label!)
      const grouped = /(?:sum|max|min) by \(([^)]*)\)/.exec(expr)?.[1]?.split(', ') ?? ['instance']
      expect({ title, missing: shown.filter((label) => !grouped.includes(label)) }).toEqual({ title, missing: [] })
    }
  }
})

type Alerts = { readonly groups: readonly { readonly rules: readonly { readonly expr: string }[] }[] }
type Target = { readonly expr: string; readonly legendFormat: string }
type Dashboard = { readonly panels: readonly { readonly id: number; readonly title: string; targets: Target[] }[] }

/** Labels that Prometheus adds to every metric, and the label of histogram buckets. */
const OF_PROMETHEUS = ['job', 'instance', 'le']

function faultsOf(expression: string): readonly string[] {
  const faults: string[] = []
  for (const [, name, selector] of expression.matchAll(/\b((?:carillon|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)) {
    if (!known.has(name!)) {
      faults.push(`${name} is no metric`)
      continue
    }
    const grouped = /(?:sum|max|min) by \(([^)]*)\)/.exec(expression)?.[1]?.split(', ') ?? []
    const used = [...(selector ?? '').matchAll(/(\w+)=/g)].map(([, label]) => label!).concat(grouped)
    const labels = [...known.get(name!)!, ...OF_PROMETHEUS]
    faults.push(...used.filter((label) => !labels.includes(label)).map((label) => `${name} has no label ${label}`))
  }
  return faults
}

function isKnown(name: string): boolean {
  return known.has(name) || known.has(`${name}_count`) || ONLY_WITH_HTTPS.includes(name)
}

/** Reads the labels from the metric objects, because a counter exports no labels before its first count. */
function labelsOfOurs(): ReadonlyMap<string, ReadonlySet<string>> {
  const waits = measureJobWaits({ registry: new Registry(), logger: console, readJobWaits: NOBODY_WAITS })
  const nodes = measureNodes({ registry: new Registry(), logger: console, nodes: NO_NODES })
  const [http, jobs] = [createMetrics(new Registry()), createJobMetrics(new Registry())]
  const keywords = createKeywordMetrics(new Registry())
  const certificate = measureCertificate(new Registry(), { current: () => ({ expiresAt: new Date() }) })
  const groups = [http, jobs, keywords, nodes].flatMap((group): unknown[] => Object.values(group))
  const metrics = [...groups, waits, certificate, ...carrierMetrics().map(({ metric }) => metric)]
  return new Map(
    metrics.flatMap((metric) => {
      const { name, labelNames } = metric as unknown as {
        readonly name: string
        readonly labelNames: readonly string[]
      }
      const suffixes = metric instanceof Histogram ? ['_bucket', '_count', '_sum'] : ['']
      if (![Histogram, Counter, Gauge].some((type) => metric instanceof type))
        throw new Error(`${name} is of a new type`)
      return suffixes.map((suffix) => [name + suffix, new Set(labelNames)] as const)
    }),
  )
}

/** A metric that the documented service lacks, because it uses plain HTTP. */
const ONLY_WITH_HTTPS = ['carillon_tls_certificate_expiry_timestamp_seconds']

/** Metrics that the documented service lacks, because it has no file of carriers. */
const ONLY_WITH_CARRIERS = carrierMetrics().map(({ name }) => name)

function carrierMetrics() {
  const registry = new Registry()
  createCarrierMetrics(registry)
  return registry.getMetricsAsArray().map(({ name }) => ({ name, metric: registry.getSingleMetric(name)! }))
}

const NOBODY_WAITS = { execute: () => Promise.resolve([]) }
const NO_NODES = { read: () => Promise.resolve([]) }

function ourNames(): string[] {
  return [...new Set([...labelsOfOurs().keys()].map((name) => name.replace(/_(bucket|count|sum)$/, '')))]
}

/** The names of the libraries' metrics on the metrics page, with or without a value. */
function namesOf(metrics: string): readonly string[] {
  const names = [...metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name]) => name!)
  return names.filter((name) => !name.startsWith('carillon_'))
}
