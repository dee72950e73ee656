import { readFileSync } from 'node:fs'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { CarillonAdmin } from './carillon-admin.js'
import { Carillon } from './carillon.js'
import { aSimulation } from './testing/simulation.js'

const PAGE = { page: 1, limit: 100, totalCount: 0, results: [], nextCursor: null }

/** Every operation of the OpenAPI document below the prefix, with `*` for each path parameter. */
function documented(prefix: string): string[] {
  const { paths } = parse(readFileSync(new URL('../../http/openapi.yaml', import.meta.url), 'utf8'), { merge: true })
  return Object.entries(paths as Record<string, object>)
    .filter(([path]) => path.startsWith(prefix))
    .flatMap(([path, item]) =>
      ['get', 'post', 'patch', 'delete']
        .filter((method) => method in item)
        .map((method) => `${method.toUpperCase()} ${path}`),
    )
    .map((operation) => operation.replace(/\{\w+\}/g, '*'))
    .sort()
}

type Methods = Readonly<Record<string, (...given: readonly unknown[]) => unknown>>

/** Calls every method with a value for every path parameter, and returns the operations that were requested. */
async function reached(open: (options: ReturnType<typeof aSimulation>['options']) => object): Promise<string[]> {
  const { options, requests } = aSimulation(() => ({ status: 200, body: PAGE }))
  for (const group of Object.values(open(options)) as (Methods | Methods[string])[])
    for (const method of typeof group === 'function' ? [group] : Object.values(group)) await called(method)
  const operations = requests.map(({ method, url }) => `${method} ${new URL(url).pathname.replaceAll(/~\w*/g, '*')}`)
  return [...new Set(operations)].sort()
}

const NAMES = [
  ...['account', 'phoneNumber', 'groupId', 'link', 'broadcastId', 'webhookId', 'eventId', 'jobId', 'keyId'],
  ...[
    'carrier',
    'reference',
    'errorType',
    'scheduleId',
    'wallClock',
    'conversationId',
    'userId',
    'segmentId',
    'templateId',
  ],
]

/** The first argument of a method is an id, or an object with several ids. */
async function called(method: Methods[string]): Promise<void> {
  const named = Object.assign(Object.fromEntries(NAMES.map((name) => [name, `~${name}`])), { toString: () => '~id' })
  const result = method(named)
  if (result instanceof Promise) await result
  else for await (const page of result as AsyncIterable<unknown>) expect(page).toBeDefined()
}

test('every operation of the public API has a method', async () => {
  expect(await reached((options) => new Carillon(options))).toEqual(documented('/api/v1/'))
})

test('every operation of the admin API has a method', async () => {
  expect(await reached((options) => new CarillonAdmin({ ...options, token: 't' }))).toEqual(documented('/admin/v1/'))
})

test('any operation can be requested by its path, which determines the types of its input and response', async () => {
  const { options, requests } = aSimulation(() => ({ status: 200, body: { id: 'brc_1', totalRecipients: 3 } }))
  const carillon = new Carillon(options)
  const { totalRecipients } = await carillon.request('GET', '/api/v1/messaging/broadcast/{broadcastId}', {
    params: { broadcastId: 'brc_1' },
  })
  const same: number = totalRecipients + (await carillon.broadcasts.byId('brc_1')).totalRecipients
  expect(same).toBe(6)
  // @ts-expect-error the path parameter is missing
  await expect(carillon.request('GET', '/api/v1/groups/{groupId}')).rejects.toThrow('groupId must be given')
  // @ts-expect-error the admin API has a separate client
  await carillon.request('GET', '/admin/v1/accounts')
  // @ts-expect-error a message needs a text or a picture
  await carillon.messages.send({ to: '+12025550123', from: '+12025550100' })
  expect(requests.length).toBe(4)
})
