import { readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { parse } from 'yaml'
import { becameTrue } from '../became-true.js'
import { randomNumbers } from '../../shared/random-numbers.js'
import { reachesOf } from './reaches.js'
import { startService } from '../../shared/service.js'
import {
  callApi,
  readAll,
  VICTIM_NAME,
  MISSING,
  settle,
  STILL_WITHIN_MS,
  STRANGER,
  textsOf,
  VICTIM,
} from './two-accounts.js'

const OPENAPI = new URL('../../../../packages/http/openapi.yaml', import.meta.url)
const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export const campaign = {
  title: 'two accounts, every route of the OpenAPI document: no data of the other is read, changed or revealed',

  async run({ seed, say }) {
    const service = await startService()
    try {
      const victim = await settle(service)
      const routes = shuffled(routesOf(parse(await readFile(OPENAPI, 'utf8'))), randomNumbers(seed))
      const before = await readTwice(victim)
      const textsBefore = await textsOf(service, VICTIM)
      let requests = 0
      for (const route of routes) {
        const sent = await intrude(route, victim)
        requests += sent
        say(`${route.method.toUpperCase()} ${route.path}: ${sent} requests`)
      }
      const sends = await reach(service, victim)
      say(`sends with ids of the other account: ${sends} requests`)
      // A retry may reserve credits for a moment; a change by an intruder would remain.
      const isAsBefore = async () => (await readAll(victim)) === before
      if (!(await becameTrue(isAsBefore, { withinMs: AS_BEFORE_WITHIN_MS }))) {
        throw new Error('data of the other account was changed')
      }
      if ((await textsOf(service, VICTIM)) !== textsBefore) throw new Error('the other account has sent something')
      const texts = await textsOf(service, STRANGER)
      if (texts.includes(VICTIM_NAME) || texts.includes(`https://${VICTIM.link}`)) {
        throw new Error('a text to the phones contains data of the other account')
      }
      return { routes: routes.length, requests, 'sends with one id of the other account': sends }
    } finally {
      await service.stop()
    }
  },
}

const AS_BEFORE_WITHIN_MS = 15_000

/** Reads until two consecutive results are equal, so that no retry is in progress. */
async function readTwice(victim) {
  for (let seen = await readAll(victim); ;) {
    await delay(200)
    const now = await readAll(victim)
    if (now === seen) return now
    seen = now
  }
}

function routesOf({ paths, components }) {
  const resolved = (node) => (node?.$ref === undefined ? node : at(components, node.$ref))
  return Object.entries(paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) => {
        const { requestBody, responses, parameters = [] } = item[method]
        const body = resolved(resolved(requestBody)?.content?.['application/json']?.schema)
        const shapes = [body, ...(body?.oneOf ?? []).map(resolved)]
        return {
          method,
          path,
          parameters: [...(item.parameters ?? []), ...parameters].map(resolved),
          fields: [...new Set(shapes.flatMap((shape) => Object.keys(shape?.properties ?? {})))],
          types: Object.keys(resolved(responses['200'])?.content ?? { 'application/json': null }),
        }
      }),
    )
}

/** Each request changes the state for later requests, so their order is random too, and derives from the seed. */
function shuffled(routes, random) {
  const places = new Map(routes.map((route) => [route, random()]))
  return routes.toSorted((a, b) => places.get(a) - places.get(b))
}

function at(components, ref) {
  return ref
    .slice('#/components/'.length)
    .split('/')
    .reduce((node, name) => node[name], components)
}

/** Makes every request twice: with the victim's ids and with ids that do not exist. The responses must be equal. */
async function intrude(route, victim) {
  const { ended, open, ...rest } = victim
  const crossed = { broadcast: ended.batch, batch: ended.broadcast }
  const guises = route.path.includes('{broadcastId}') ? [ended, open, crossed] : [ended]
  let sent = 0
  for (const guise of guises) {
    const known = requestsOf(route, { ...VICTIM, ...rest, ...guise })
    const unknown = requestsOf(route, MISSING)
    for (let i = 0; i < known.length; i++) await compare(victim.url, known[i], unknown[i])
    sent += known.length * 2
  }
  return sent
}

function requestsOf({ method, path, parameters, fields, types }, things) {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(thingFor(name, { path, things })))
  const queries = parameters
    .filter((parameter) => parameter.in === 'query')
    .map(({ name }) => [name, thingFor(name, { path, things })])
  const bodies = fields.flatMap((field) => [
    { [field]: thingFor(field, { path, things, otherwise: 'Own' }) },
    ...idsOf(things).map((id) => ({ [field]: id })),
  ])
  return [
    ...types.map((type) => ({ method, path: filled, type })),
    ...queries.map(([name, value]) => ({ method, path: `${filled}?${new URLSearchParams({ [name]: value })}` })),
    ...bodies.map((body) => ({ method, path: filled, body })),
  ]
}

/** Pass `otherwise` for values that the stranger writes: they must not look like the victim's. */
function thingFor(name, { path, things, otherwise = VICTIM_NAME }) {
  if (name === 'broadcastId') return path.includes('/batch/') ? things.batch : things.broadcast
  if (/message/i.test(name)) return things.message
  if (/phone|^to$/i.test(name)) return things.phone
  return /group|^id$/i.test(name) ? things.group : otherwise
}

function idsOf({ group, message, broadcast, batch }) {
  return [group, message, broadcast, batch]
}

/** Sends from the stranger's number to the stranger's contacts, one of whom has the number of a victim's contact. */
async function reach(service, { url, ended, open: _, ...rest }) {
  await service.importContacts('Stranger', {
    group: 'Own',
    phones: [...STRANGER.phones, VICTIM.phone, MISSING.phone],
  })
  const requestsWith = (things) =>
    reachesOf({ ...things, ids: idsOf(things) }, STRANGER).flatMap(({ kind, request }) => [
      { method: 'post', path: '/api/v1/messaging/preview', body: { kind, request } },
      { method: 'post', path: `/api/v1/messaging/${kind}`, body: request },
    ])
  const known = requestsWith({ ...VICTIM, ...rest, ...ended })
  const unknown = requestsWith(MISSING)
  for (let i = 0; i < known.length; i++) await compare(url, known[i], unknown[i])
  const deadline = performance.now() + STILL_WITHIN_MS
  while ((await service.sql(UNSENT, { name: 'Stranger' }))[0].count > 0) {
    if (performance.now() > deadline) throw new Error('the sends of the stranger did not end')
    await delay(100)
  }
  return known.length * 2
}

const UNSENT = `
  select count(*)::integer as count
    from broadcast
    join account on account.id = broadcast.account_id
   where account.name = :name and completed_at is null`

async function compare(url, known, unknown) {
  const response = await callApi(url, STRANGER.key, known)
  const expected = await callApi(url, STRANGER.key, unknown)
  const operation = `${known.method} ${known.path}`
  // An error may quote what the request itself contains.
  const isQuoted = response.status >= 400 && known.path.includes(VICTIM_NAME)
  if (response.text.includes(VICTIM_NAME) && !isQuoted)
    throw new Error(`the response to ${operation} has the other account's data`)
  if (response.status === expected.status && plain(response.text) === plain(expected.text)) return
  throw new Error(
    `${operation} reveals what the other account has:\n${response.status} ${response.text}\n${expected.status} ${expected.text}`,
  )
}

/** A response without the parts that always differ: numbers, links, ids, times and the stranger's available credits. */
function plain(text) {
  return text
    .replaceAll(/\+1\d{10}/g, '<phone>')
    .replaceAll(VICTIM.link, '<link>')
    .replaceAll(MISSING.link, '<link>')
    .replaceAll(/[a-z]{3}_[0-9a-z]{26}/g, '<id>')
    .replaceAll(/\d{4}-\d\d-\d\d(T[\d:.]+Z| [\d:]+ UTC)/g, '<time>')
    .replaceAll(/"available":\{[^}]*\}/g, '"available":"<credits>"')
}
