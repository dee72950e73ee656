import { expect, test } from '@jest/globals'
import { PROBLEMS } from '../api/error-codes.js'
import {
  codesOf,
  document,
  documentedOperations,
  responseOf,
  type ResponseObject,
} from '../testing/openapi-document.js'

const operations = documentedOperations()
const byId = operations.map(({ operation, ...place }) => [operation.operationId, { ...place, operation }] as const)
const isPublic = (path: string) => path.startsWith('/api/v1/')
const isAdmin = (path: string) => path.startsWith('/admin/v1/')

test('every operation and webhook has a unique id, made of a verb and a noun', () => {
  const events = Object.values(document.webhooks).map((item) => item['post']!.operationId)
  const ids = [...operations.map(({ operation }) => operation.operationId), ...events]
  expect(ids.filter((id) => !/^[a-z]+([A-Z][a-z]+)+$/.test(id))).toEqual([])
  expect(new Set(ids).size).toBe(ids.length)
})

test.each(byId)(
  '%s: has a summary, a description, its security and all possible responses',
  (_, { path, method, operation }) => {
    const { summary, description, tags, security, responses, requestBody } = operation
    expect([summary, description].every((text) => text !== undefined && text !== '')).toBe(true)
    expect(tags).toHaveLength(1)
    expect(security).toEqual(isPublic(path) ? undefined : isAdmin(path) ? [{ adminToken: [] }] : [])
    const statuses = Object.keys(responses)
    const needed = [
      ...(path === '/healthz' ? [] : ['500']),
      ...(isPublic(path) || isAdmin(path) ? ['401', '503'] : []),
      ...(isPublic(path) ? ['429'] : []),
      ...(requestBody === undefined ? [] : ['400', '408', '415']),
      ...(requestBody?.content['application/json'] === undefined ? [] : ['413']),
      ...(/\{(name|\w+Id|link)\}/.test(path) ? ['404'] : []),
      ...(/\{(phoneNumber|groupId)\}/.test(path) ? ['400'] : []),
    ]
    expect(statuses).toEqual(expect.arrayContaining(needed))
    expect(method === 'get' && statuses.some((status) => ['409', '413', '415'].includes(status))).toBe(false)
  },
)

const LIMITED = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset']

test.each(byId)('%s: declares the headers of its responses', (_, { path, operation }) => {
  for (const [status, given] of Object.entries(operation.responses)) {
    const headers = Object.keys(responseOf(given).headers ?? {})
    expect(headers).toContain('X-Request-Id')
    const isCounted = isPublic(path) && (status.startsWith('2') || status === '429')
    expect(LIMITED.filter((name) => headers.includes(name))).toEqual(isCounted ? LIMITED : [])
    if (status === '401') expect(headers).toContain('WWW-Authenticate')
    if (status === '429' || (status === '503' && path !== '/readyz')) expect(headers).toContain('Retry-After')
  }
})

const errors = Object.entries(document.components.responses).filter(([, response]) => codesOf(response) !== null)

test.each(errors)('%s: names each of its codes in the description and in an example', (_, response) => {
  const codes = codesOf(response)!
  expect(codes.length).toBeGreaterThan(0)
  const named = [...response.description!.matchAll(/\b33\d{3}\b/g)].map(([code]) => Number(code))
  expect([...new Set(named)].sort()).toEqual([...codes].sort())
})

/** The status of each code, from the table in the description of the document. */
const statusOf = new Map(
  [...document.info.description.matchAll(/^\| (33\d{3}) \| (\d{3}) \|/gm)].map(([, code, status]) => [
    Number(code),
    Number(status),
  ]),
)

/**
 * Codes that are sent before a request reaches an operation, by the simulated phones, or only by the dashboard API,
 * which has its own document.
 */
const OF_NO_OPERATION = [33403, 33405, 33412, 33417, 33421, 33428, 33431]

test('the table has every code of the service, with its status', () => {
  expect(Object.fromEntries(statusOf)).toEqual(
    Object.fromEntries(Object.values(PROBLEMS).map(({ code, status }) => [code, status])),
  )
})

test('operations return every code of the table except those of other parts, each with the status in the table', () => {
  const documented = operations.flatMap(({ operation: { responses } }) =>
    Object.entries(responses).flatMap(([status, given]: [string, ResponseObject]) =>
      (codesOf(responseOf(given)) ?? []).map((code) => [code, Number(status)] as const),
    ),
  )
  expect(documented.filter(([code, status]) => statusOf.get(code) !== status)).toEqual([])
  const codes = new Set(documented.map(([code]) => code))
  expect([...statusOf.keys()].filter((code) => !codes.has(code))).toEqual(OF_NO_OPERATION)
})
