import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { adminRoutes, ADMIN_PREFIX } from '../admin-api.js'
import type { ApiEnvironment } from '../api/context.js'
import { docsPaths, plainPages } from '../create-api.js'
import { PUBLIC_PREFIX, publicRoutes } from '../public-api.js'
import { document, documentedRoutes, schemaFaults, type Operation } from '../testing/openapi-document.js'
import { openTestApi } from '../testing/test-api.js'

test('the document has every route, and no other', async () => {
  const { useCases, registry } = await openTestApi(inMemory())
  const named = (prefix: string, path: string) => prefix + path.replace(/:(\w+)/g, '{$1}')
  const routes = [
    ...publicRoutes(useCases).map(({ method, path }) => `${method.toUpperCase()} ${named(PUBLIC_PREFIX, path)}`),
    ...adminRoutes(useCases, {} as ApiEnvironment).map(
      ({ method, path }) => `${method.toUpperCase()} ${named(ADMIN_PREFIX, path)}`,
    ),
    ...[...docsPaths(), ...Object.keys(plainPages({ registry, ready: async () => ({}) }))].map((path) => `GET ${path}`),
  ]
  expect(routes.sort()).toEqual(documentedRoutes().sort())
})

test('the document is served', async () => {
  const { call } = await openTestApi(inMemory())
  const { status, text } = await call('GET', '/openapi.yaml')
  expect(status).toBe(200)
  expect(text).toContain('openapi: 3.1')
})

test('every example matches its schema', () => {
  const contents = [
    ...Object.values(document.paths).flatMap(Object.values),
    { responses: document.components.responses },
  ]
    .flatMap(({ requestBody, responses = {} }: Operation) => [requestBody, ...Object.values(responses)])
    .flatMap((part) => Object.values(part?.content ?? {}))
  const examples = contents.flatMap(({ schema, example, examples = {} }) =>
    [...(example === undefined ? [] : [example]), ...Object.values(examples).map(({ value }) => value)].map(
      (value) => ({
        refs: (schema.oneOf ?? [schema]).flatMap(({ $ref }) => $ref ?? []),
        value,
      }),
    ),
  )
  expect(examples.length).toBeGreaterThan(10)
  for (const { refs, value } of examples) {
    const faults = refs.map((ref) => schemaFaults(ref, value))
    if (refs.length > 0) expect([value, faults]).toEqual([value, expect.arrayContaining([[]])])
  }
})
