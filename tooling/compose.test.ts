import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { DCLinter } from 'dclint'
import { parse } from 'yaml'
import { GRACE_MS } from '../apps/server/src/settings/grace.js'

// These tests need no container engine: they lint the files, and check for faults that appear only in production.

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

type Mapping = { readonly [key: string]: unknown }

const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

type Service = Readonly<Record<string, unknown>> & { environment: Record<string, string> }

const HEALTHY = { interval: '5s', timeout: '5s', retries: 20 }

const parseCompose = (path: string) => parse(read(path), { merge: true }) as Mapping
const onOnePostgres = parseCompose('compose.yaml')
const onCitus = merged(onOnePostgres, parseCompose('compose.citus.yaml')) as Mapping

describe.each([
  ['compose.yaml', onOnePostgres, [], ['migrate']],
  ['compose.citus.yaml', onCitus, ['node1', 'node2', 'join'], ['migrate', 'join']],
])('%s', (file, { services: all }, added, ending) => {
  const services = all as Record<string, Service>
  const databases = ['postgres', ...added.filter((name) => name.startsWith('node'))]
  const others = Object.entries(services).filter(([name]) => !databases.includes(name))
  const own = others.filter(([name]) => name !== 'join')

  test('follows the Compose specification, and passes the linter', () => {
    expect(faultsOf(file)).toEqual([])
  })

  test('sets only settings that the server has', () => {
    const known = read('apps/server/src/settings/config.ts')
    const names = own.flatMap(([, { environment }]) => Object.keys(environment))
    expect(names.filter((name) => !new RegExp(`\\b${name}: [a-z]+[A-Za-z]*\\(`).test(known))).toEqual([])
    expect(services['api']!.environment).toMatchObject({ CARILLON_WORKERS: '0' })
  })

  test('contains no secrets, and does not start if a secret is missing', () => {
    const secret = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => /SECRET|TOKEN|PASSWORD|DATABASE_URL/.test(name)),
    )
    expect(secret.filter(([, value]) => !/\$\{[A-Z_]+:\?[^}]+\}/.test(value))).toEqual([])
  })

  test('gives the services no unneeded privileges', () => {
    for (const [, service] of others) {
      expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    }
    for (const service of Object.values(services)) {
      expect(service).toMatchObject({ security_opt: ['no-new-privileges:true'], networks: ['carillon'] })
      expect(service).not.toHaveProperty('privileged')
    }
    const ports = Object.values(services).flatMap((service) => (service['ports'] ?? []) as string[])
    expect(ports).toEqual([expect.stringMatching(/^127\.0\.0\.1:.*:8080$/)])
  })

  test('has a stop timeout that is longer than the shutdown of the service', () => {
    const waits = own.map(([, service]) => Number(/^(\d+)s$/.exec(String(service['stop_grace_period']))?.[1]))
    expect(waits.filter((seconds) => !(seconds * 1000 >= 2 * GRACE_MS))).toEqual([])
  })

  test('has a health check for every service that keeps running', () => {
    const unchecked = others.filter(([, service]) => 'healthcheck' in service)
    expect(unchecked.map(([name]) => name)).toEqual(ending)
    const checks = databases.map((name) => services[name]!['healthcheck'])
    expect(checks).toEqual(databases.map(() => ({ ...HEALTHY, test: expect.arrayContaining(['pg_isready']) })))
  })

  test('starts the database first, then the migration, and then servers and workers', () => {
    const waits = Object.fromEntries(own.map(([name, service]) => [name, service['depends_on']]))
    const [postgres, migrate] = [{ condition: 'service_healthy' }, { condition: 'service_completed_successfully' }]
    const join = added.includes('join') ? { join: { condition: 'service_completed_successfully' } } : {}
    expect(waits).toEqual({ migrate: { postgres, ...join }, api: { postgres, migrate }, worker: { postgres, migrate } })
    expect(own.map(([name, { command }]) => [name, command])).toEqual([
      ['migrate', file === 'compose.yaml' ? ['migrate'] : ['distribute', '--shards', expect.stringMatching(/^\d+$/)]],
      ['api', ['start']],
      ['worker', ['worker']],
    ])
  })
})

describe('the cluster of compose.citus.yaml', () => {
  const services = onCitus['services'] as Record<string, Service>
  const nodes = ['postgres', 'node1', 'node2']

  test('has nodes that differ only in their volume', () => {
    const [coordinator, ...workers] = nodes.map((name) => ({ ...services[name]!, volumes: null }))
    expect(workers).toEqual([coordinator, coordinator])
    const volumes = nodes.map((name) => (services[name]!['volumes'] as string[]).at(-1)!.split(':'))
    expect(new Set(volumes.map(([, folder]) => folder))).toEqual(new Set(['/var/lib/postgresql/data']))
    const names = volumes.map(([name]) => name!)
    expect(Object.keys(onCitus['volumes'] as Mapping)).toEqual(['postgres', ...names])
    expect(new Set(names).size).toBe(nodes.length)
  })

  test('has a pinned image, and settings that allow to move shards and to commit on several nodes', () => {
    const images = [...nodes, 'join'].map((name) => services[name]!['image'])
    expect(new Set(images)).toEqual(new Set([expect.stringMatching(/^citusdata\/citus:13\.\d+\.\d+$/)]))
    // Postgres has 100 connections by default.
    expect(services['node1']!['command']).toEqual(
      ['postgres', 'wal_level=logical', 'max_prepared_transactions=200'].flatMap((word, at) =>
        at ? ['-c', word] : word,
      ),
    )
  })

  test('joins all nodes as the user and in the database of the servers, when they are healthy', () => {
    const { environment, command, depends_on } = services['join']!
    const url = services['api']!.environment['DATABASE_URL']!
    const [, user, password, host, port, database] = /^postgresql:\/\/(.+?):(.+)@(.+):(\d+)\/(.+)$/.exec(url)!
    expect(environment).toEqual({ PGHOST: host, PGUSER: user, PGDATABASE: database, PGPASSWORD: password })
    const own = { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password, PGPASSWORD: password }
    expect(services['postgres']!.environment).toEqual(own)
    const [, ...workers] = nodes
    expect((command as string[]).filter((word) => word.startsWith('--command'))).toEqual([
      `--command=SELECT citus_set_coordinator_host('${host}', ${port})`,
      ...workers.map((name) => `--command=SELECT citus_add_node('${name}', ${port})`),
    ])
    expect(depends_on).toEqual(Object.fromEntries(nodes.map((name) => [name, { condition: 'service_healthy' }])))
  })
})

/** As Compose merges two files: mappings by key, lists one after the other, except for commands, which are replaced. */
function merged(first: unknown, second: unknown, key = ''): unknown {
  if (isMapping(first) && isMapping(second)) {
    const keys = [...new Set([...Object.keys(first), ...Object.keys(second)])]
    return Object.fromEntries(keys.map((name) => [name, merged(first[name], second[name], name)]))
  }
  if (second === undefined) return first
  const areAppended = Array.isArray(first) && Array.isArray(second) && !['command', 'test'].includes(key)
  return areAppended ? [...(first as unknown[]), ...(second as unknown[])] : second
}

type Fault = { readonly line: number; readonly rule: string; readonly message: string }

/** Ignores the rules on the order of keys and services: compose.yaml lists the database first. */
function faultsOf(path: string): readonly string[] {
  const off = ['service-keys-order', 'services-alphabetical-order', 'service-dependencies-alphabetical-order']
  const rules = Object.fromEntries([...off, 'top-level-properties-order'].map((rule) => [rule, 0 as const]))
  const linter = new DCLinter({ rules, quiet: true, debug: false, exclude: [] })
  // The types of the linter cannot be resolved under ESM.
  const [result] = linter.lintFiles([join(ROOT, path)], false) as readonly { messages: readonly Fault[] }[]
  return result!.messages.map(({ line, rule, message }) => `${line}: ${rule}: ${message}`)
}
