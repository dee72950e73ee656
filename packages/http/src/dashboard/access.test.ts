import { createCarillon, ROLES, type AccountId, type AccountRole, type Role, type UseCases } from '@carillon/core'
import { inMemory, type MemoryAdapters } from '@carillon/memory'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { completeEnvironment } from '../api/complete-environment.js'
import { LEAST_REQUESTS } from '../testing/least-requests.js'
import { dashboardDocument, documentedRoutes, type Operation } from '../testing/openapi-document.js'
import { aPerson, type Person } from '../testing/fixtures/dashboard-fixture.js'
import { openMessaging } from '../testing/fixtures/messaging-fixture.js'
import {
  MARKERS,
  otherAccount,
  OTHERS_PHONE,
  storedOf,
  type OtherAccount,
} from '../testing/fixtures/two-accounts-fixture.js'
import { headOf } from '../testing/response-head.js'
import { liveRoute } from '../live/dashboard-live.js'
import { ACCESS, type RequiredAccess } from './access.js'
import { DASHBOARD_API_PREFIX, routeMaker } from './dashboard-api.js'
import { nameOf } from './mounted-routes.js'

const ROUTES = Object.entries(ACCESS).map(([name, access]) => {
  const [method, path] = name.split(' ') as [string, string]
  return { name, method, path, least: (typeof access === 'string' ? access : access[0]) as RequiredAccess }
})
const OF_ACCOUNTS = ROUTES.filter(({ path }) => path.startsWith('/accounts/:account'))

const NONSENSE = 'acc_00000000000000000000000000'
const UNKNOWN_TOKEN = 'an-unknown-token-of-nobody'

let adapters: MemoryAdapters
let fixture: Awaited<ReturnType<typeof openMessaging<MemoryAdapters>>>
let own: AccountId
let other: OtherAccount

beforeEach(async () => {
  adapters = inMemory()
  fixture = await openMessaging(adapters, { logsRequests: false })
  own = (await fixture.useCases.readAccount.execute({ name: 'Acme' })).id
  other = await otherAccount(fixture)
})

/** Each request has a person of its own, because some of the routes end the session or change the user. */
const personWith = (role: Role, account: string = own): Promise<Person> =>
  aPerson(adapters, role === 'owner' ? { isOwner: true } : { roles: { [account]: role as AccountRole } })

type Answer = { readonly status: number; readonly code: number | null; readonly text: string }

/** Calls a route with the objects of the other account, as its page would: with a valid body, and from the same origin. */
async function ask({ method, path }: Pick<Route, 'method' | 'path'>, account: string, token: string | null) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    name === 'account' ? account : (other.objects[name] ?? 'x'),
  )
  const body = bodyOf(method, path)
  return headOf(fixture.url + DASHBOARD_API_PREFIX + filled, {
    method,
    body: body?.text ?? null,
    headers: {
      'sec-fetch-site': 'same-origin',
      'if-match': '*',
      ...(body && { 'content-type': body.type }),
      ...(token !== null && { cookie: `carillon_session=${token}` }),
    },
  })
}

type Route = (typeof ROUTES)[number]

function bodyOf(method: string, path: string): { readonly type: string; readonly text: string } | null {
  const item = dashboardDocument.paths[DASHBOARD_API_PREFIX + path.replace(/:(\w+)/g, '{$1}')]!
  const operation = item[method.toLowerCase()] as Operation
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  if (type === undefined || content === undefined) return null
  if (type === 'text/csv') return { type, text: `phoneNumber\n${OTHERS_PHONE}\n` }
  const { $ref } = content.schema.oneOf?.[0] ?? content.schema
  return { type, text: JSON.stringify(LEAST_REQUESTS[$ref?.split('/').at(-1) ?? ''] ?? {}) }
}

const isUnknownAccount = ({ status, text }: Answer) =>
  status === 404 && text.includes('You have no account with this id')
const isTooLow = ({ status, code, text }: Answer) =>
  status === 403 && code === 33403 && text.includes('This needs the role')
/** Let in: what the route itself answers is for its own tests. */
const isLetIn = (answer: Answer) =>
  ![401, 500].includes(answer.status) && !isUnknownAccount(answer) && !isTooLow(answer)

function verdictOf(answer: Answer): 'signed out' | 'unknown account' | 'role too low' | 'let in' | string {
  if (answer.status === 401) return 'signed out'
  if (isUnknownAccount(answer)) return 'unknown account'
  if (isTooLow(answer)) return 'role too low'
  return isLetIn(answer) ? 'let in' : `${answer.status} ${answer.text}`
}

async function verdicts(routes: readonly Route[], askOne: (route: Route) => Promise<Answer>) {
  const found: [string, string][] = []
  for (const route of routes) found.push([route.name, verdictOf(await askOne(route))])
  return found
}

const all = (routes: readonly Route[], verdict: string) => routes.map(({ name }) => [name, verdict])

test('the table, the router and the document have the same routes', () => {
  const useCases = createCarillon({ adapters }) as UseCases
  const environment = completeEnvironment({})
  const live = liveRoute({ useCases, environment })
  const routes = routeMaker({ environment, live })(useCases).map(nameOf)
  expect(routes.toSorted()).toEqual(Object.keys(ACCESS).toSorted())
  const documented = documentedRoutes(dashboardDocument).map((route) =>
    route.replace(DASHBOARD_API_PREFIX, '').replace(/\{(\w+)\}/g, ':$1'),
  )
  expect(documented.toSorted()).toEqual(routes.toSorted())
})

test('every change names its action in the audit, or says that it has none', () => {
  const changes = ROUTES.filter(({ method }) => method !== 'GET')
  expect(changes.filter(({ name }) => typeof ACCESS[name] === 'string')).toEqual([])
  const actions = changes.flatMap(({ name }) => (ACCESS[name] as readonly [RequiredAccess, string | null])[1] ?? [])
  expect(actions.filter((action) => !/^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(action))).toEqual([])
})

describe('without a session that stands', () => {
  const closed = ROUTES.filter(({ least }) => least !== 'anyone')

  test('nobody is let in, and no account is hinted at', async () => {
    const expired = await personWith('owner')
    const disabled = await aPerson(adapters, { isOwner: true, disabledAt: adapters.clock.now() })
    const revoked = await personWith('owner')
    await adapters.unitOfWork.run(({ sessions }) => sessions.removeAll(revoked.user.id, null))
    for (const account of [own, NONSENSE]) {
      for (const token of [null, UNKNOWN_TOKEN, disabled.token, revoked.token]) {
        expect(await verdicts(closed, (route) => ask(route, account, token))).toEqual(all(closed, 'signed out'))
      }
    }
    adapters.clock.advance(12 * 3_600_000)
    expect(await verdicts(closed, (route) => ask(route, own, expired.token))).toEqual(all(closed, 'signed out'))
  }, 120_000)
})

describe.each(ROLES)('the role %s', (role) => {
  const isEnough = (least: RequiredAccess) =>
    least === 'anyone' || least === 'user' || ROLES.indexOf(role) >= ROLES.indexOf(least)

  test('is let in where the table says so, and nowhere else', async () => {
    const closed = ROUTES.filter(({ least }) => least !== 'anyone')
    const found = await verdicts(closed, async (route) => ask(route, own, (await personWith(role)).token))
    expect(found).toEqual(closed.map(({ name, least }) => [name, isEnough(least) ? 'let in' : 'role too low']))
  }, 120_000)

  test('finds no account that does not exist', async () => {
    const found = await verdicts(OF_ACCOUNTS, async (route) => ask(route, NONSENSE, (await personWith(role)).token))
    expect(found).toEqual(all(OF_ACCOUNTS, 'unknown account'))
  }, 120_000)
})

describe.each(ROLES.filter((role) => role !== 'owner'))('the role %s in one account', (role) => {
  test('finds nothing of another account, by its id or by the ids of its objects, and changes nothing there', async () => {
    const before = await storedOf(adapters, other.id)
    expect(MARKERS.filter((marker) => !before.includes(marker))).toEqual([])
    const asked: Answer[] = []
    for (const account of [other.id, own]) {
      for (const route of OF_ACCOUNTS) {
        const answer = await ask(route, account, (await personWith(role)).token)
        if (account === other.id) expect([route.name, verdictOf(answer)]).toEqual([route.name, 'unknown account'])
        asked.push(answer)
      }
    }
    expect(asked.filter(({ text }) => MARKERS.some((marker) => text.includes(marker)))).toEqual([])
    expect(await storedOf(adapters, other.id)).toBe(before)
  }, 120_000)
})
