import type { AddressInfo } from 'node:net'
import { createCarillon, type Adapters } from '@carillon/core'
import { afterEach } from '@jest/globals'
import { Registry } from 'prom-client'
import { ADMIN_PREFIX } from '../admin-api.js'
import { createApi, type CreateApiOptions } from '../create-api.js'
import { DASHBOARD_API_PREFIX } from '../dashboard/dashboard-api.js'
import { PUBLIC_PREFIX } from '../public-api.js'
import { responseFaults } from './openapi-document.js'

/** A JSON response, untyped so that tests can read any field. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Json = any

export type Call = {
  readonly body?: unknown
  /** Sent unchanged instead of `body`. */
  readonly raw?: string | Uint8Array<ArrayBuffer> | ReadableStream
  readonly headers?: Readonly<Record<string, string>>
}

export type Reply = { readonly status: number; readonly headers: Headers; readonly body: Json; readonly text: string }

export const ADMIN_TOKEN = 'an-admin-token-for-tests'
export const KEY = { id: 'key_acme', secret: 'the-secret-of-acme' }
export const DOCS_URL = 'https://docs.example.com/errors'

export type TestApi = Awaited<ReturnType<typeof openTestApi>>

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** Opens a server that uses the adapters. Every response is checked against the OpenAPI document. */
export async function openTestApi(adapters: Adapters, options: Partial<CreateApiOptions> = {}) {
  const useCases = createCarillon({ adapters })
  const { log, record, logged } = openLog()
  const registry = new Registry()
  const app = createApi({
    useCases,
    logger: { info: record('info'), warn: record('warn'), error: record('error') },
    docsUrl: DOCS_URL,
    adminToken: ADMIN_TOKEN,
    registry,
    ready: async () => ({ database: 'ok' }),
    dashboard: { adapters },
    ...options,
  })
  const { url, close } = await listen(app)
  open.push(close)

  const call = (method: string, path: string, options?: Call) => checkedCall(url, method, path, options)
  return {
    url,
    log,
    logged,
    registry,
    useCases,
    call,
    /** Calls the API with Acme's key. */
    api: (method: string, path: string, { headers, ...rest }: Call = {}) =>
      call(method, `/api/v1${path}`, { ...rest, headers: { ...authorized(KEY), ...headers } }),
    admin: (method: string, path: string, { headers, ...rest }: Call = {}) =>
      call(method, `/admin/v1${path}`, { ...rest, headers: { authorization: `Bearer ${ADMIN_TOKEN}`, ...headers } }),
    /** Calls the API of the dashboard as its page does: with the cookie of a session, if there is one. */
    dashboard: (method: string, path: string, { headers, ...rest }: Call = {}, token: string | null = null) =>
      call(method, DASHBOARD_API_PREFIX + path, {
        ...rest,
        headers: { 'sec-fetch-site': 'same-origin', ...(token && { cookie: `${COOKIE}=${token}` }), ...headers },
      }),
  }
}

/** The tests use plain HTTP on this machine. */
const COOKIE = 'carillon_session'

function openLog() {
  const log: LogLine[] = []
  let notify = () => {}
  const record = (level: LogLine['level']) => (fields: object, message: string) => {
    log.push({ level, message, fields: fields as Record<string, unknown> })
    notify()
  }
  /** Waits until the log contains this message the given number of times. */
  const logged = (message: string, times = 1) =>
    new Promise<void>((resolve) => {
      notify = () => {
        if (log.filter((line) => line.message === message).length >= times) resolve()
      }
      notify()
    })
  return { log, record, logged }
}

type LogLine = { level: 'info' | 'warn' | 'error'; message: string; fields: Record<string, unknown> }

export function authorized({ id, secret }: { id: string; secret: string }) {
  return { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` }
}

type Listening = { listen: (port: number, host: string, ready: () => void) => import('node:http').Server }

export async function listen(app: Listening) {
  const server = await new Promise<import('node:http').Server>((resolve) => {
    const started = app.listen(0, '127.0.0.1', () => resolve(started))
  })
  // 0 means no idle timeout: a slow test must not lose a connection that it reuses.
  server.keepAliveTimeout = 0
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function checkedCall(
  url: string,
  method: string,
  path: string,
  { body, raw, headers }: Call = {},
): Promise<Reply> {
  const type = raw === undefined && body !== undefined ? { 'content-type': 'application/json' } : {}
  const response = await fetch(url + path, {
    method,
    headers: { ...type, ...headers },
    body: raw ?? (body === undefined ? null : JSON.stringify(body)),
    ...(raw instanceof ReadableStream ? { duplex: 'half' } : {}),
  } as RequestInit)
  const text = await response.text()
  const received = { status: response.status, headers: response.headers, text }
  const faults = [...responseFaults(method, path.split('?')[0]!, received), ...cachingFaults(path, response.headers)]
  if (faults.length > 0)
    throw new Error(`${method} ${path} answered ${response.status} against the document: ${faults.join('; ')}\n${text}`)
  const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
  return { status: response.status, headers: response.headers, text, body: isJson ? JSON.parse(text) : undefined }
}

/** Every response of the APIs may contain personal data or secrets. */
function cachingFaults(path: string, headers: Headers): readonly string[] {
  const prefixes = [PUBLIC_PREFIX, ADMIN_PREFIX, DASHBOARD_API_PREFIX]
  if (!prefixes.some((prefix) => path.startsWith(`${prefix}/`))) return []
  const caching = headers.get('cache-control')
  return caching === 'no-store' ? [] : [`Cache-Control must be no-store, got ${caching}`]
}

/** An account with a key, credits, three groups and a field of each type. */
export const ACME = {
  name: 'Acme',
  capabilities: { silentOptIn: true },
  credits: { sms: 1_000, mms: 100 },
  apiKeys: [KEY],
  numbers: [{ number: '+12025550100' }],
  groups: [{ name: 'VIP', default: true, tags: ['vip'] }, { name: 'News', optInType: 'DOUBLE' }, { name: 'Sales' }],
  customFields: [
    { key: 'contact_custom_field_1', label: 'Plan', type: 'SINGLE_SELECT', options: ['Free', 'Pro'] },
    { key: 'contact_custom_field_2', label: 'Note', type: 'TEXT' },
    { key: 'contact_custom_field_3', label: 'Age', type: 'NUMBER' },
    { key: 'contact_custom_field_4', label: 'Member', type: 'BOOLEAN' },
    { key: 'contact_custom_field_5', label: 'Since', type: 'DATE' },
    { key: 'contact_custom_field_6', label: 'Likes', type: 'MULTI_SELECT', options: ['Tea', 'Rum', 'Ale'] },
    { key: 'contact_custom_field_7', label: 'Old', type: 'TEXT', status: 'disabled' },
  ],
} as const

/** Applies the account, and returns the ids of its groups by name. */
export async function applyAcme({ admin }: TestApi, changes: object = {}): Promise<Record<string, string>> {
  const { status, text, body } = await admin('POST', '/apply', { body: { account: { ...ACME, ...changes } } })
  if (status !== 200) throw new Error(text)
  return Object.fromEntries(body.groups.map(({ id, name }: { id: string; name: string }) => [name, id]))
}
