import { accessOf } from '../access-of.js'
import type { RequiredAccess } from '../access.js'
import { mountedRoutes } from '../mounted-routes.js'
import type { Document, Json } from './document.js'
import { pruned } from './prune.js'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

const PREFIX = '/dashboard/api/v1'
const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete']

type Operation = { readonly method: Method; readonly path: string; readonly operation: Json; readonly isOwn: boolean }

/**
 * The document of the dashboard API: the operations that are only there, and those of the other two APIs that are mounted
 * again for one account. Mounted operations have the same requests and responses, and differ in who may call them.
 */
export function dashboardDocument(service: Document, own: Document): Document {
  const components = joined(service.components, own.components)
  const operations = mountedRoutes({
    own: operationsOf(own, PREFIX, true),
    ofClients: operationsOf(service, '/api/v1', false),
    ofOperators: operationsOf(service, '/admin/v1', false),
  })
  const paths: Record<string, Record<string, unknown>> = {}
  for (const placed of operations) {
    const path = PREFIX + placed.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [placed.method]: described(placed, components) }
  }
  const tags = [...service.tags, ...own.tags].filter(({ name }) =>
    operations.some(({ operation }) => (operation['tags'] as readonly unknown[]).includes(name)),
  )
  return pruned({ ...own, tags, paths, components: withoutRateLimits(components) as Document['components'] })
}

/** The operations below the prefix, as routes: the parameters of a path are added to each of its operations. */
function operationsOf({ paths }: Document, prefix: string, isOwn: boolean): readonly Operation[] {
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${prefix}/`))
    .flatMap(([path, item]) =>
      METHODS.filter((method) => item[method] !== undefined).map((method) => {
        const operation = item[method] as Json & { readonly parameters?: readonly Json[] }
        const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])]
        const route = path.slice(prefix.length).replace(/\{(\w+)\}/g, ':$1')
        return { method, path: route, operation: { ...operation, parameters }, isOwn }
      }),
    )
}

function described(placed: Operation, components: Document['components']): Json {
  const { least } = accessOf(placed)
  const { operation, isOwn } = placed
  const { ['x-rate-limit']: _, ...rest } = operation
  const parameters = (operation['parameters'] as readonly Json[]).filter(({ $ref }) => $ref !== ACCOUNT_NAME)
  return withoutRateLimits({
    ...rest,
    description: `${String(operation['description'] ?? '').trimEnd()}\n\n${needs(least, placed.path)}`.trim(),
    security: least === 'anyone' ? [] : [{ session: [] }],
    parameters: isOwn ? parameters : [{ $ref: '#/components/parameters/AccountInPath' }, ...parameters],
    responses: responsesOf(placed, least, components),
  }) as Json
}

const ACCOUNT_NAME = '#/components/parameters/AccountName'

function needs(least: RequiredAccess, path: string): string {
  if (least === 'anyone') return 'Needs no session.'
  if (least === 'user') return 'Needs a session, and no role.'
  return `Needs the role \`${least}\`${least !== 'owner' && path.includes('/:account') ? ' in the account' : ''}.`
}

/** Adds the refusals that any operation of this kind can have: its document names only those of its own. */
function responsesOf(placed: Operation, least: RequiredAccess, components: Document['components']): Json {
  const { operation, method, path, isOwn } = placed
  const given = operation['responses'] as Json
  const isOpen = least === 'anyone'
  const refusals: readonly (readonly [status: string, name: string, isPossible: boolean])[] = [
    ['403', 'RoleTooLow', method !== 'get' || !isOpen],
    ['404', 'NotFound', path.includes('/:account')],
    ['408', 'TooSlow', operation['requestBody'] !== undefined],
    ['413', 'TooLarge', operation['requestBody'] !== undefined],
    ['415', 'WrongContentType', method !== 'get'],
    ['429', 'RateLimited', !isOpen],
    ['500', 'Crashed', true],
    ['503', 'Unavailable', true],
  ]
  const signedOut = { $ref: '#/components/responses/SignedOut' }
  const added = refusals
    .filter(([, , isPossible]) => isPossible)
    .map(([status, name]) => [status, both(given[status] as Json | undefined, name, components)])
  return {
    ...given,
    ...(!isOpen && { '401': isOwn ? (given['401'] ?? signedOut) : signedOut }),
    ...Object.fromEntries(added),
  }
}

/** One response with the examples of both, because an example stands for each error code. */
function both(given: Json | undefined, name: string, components: Document['components']): Json {
  const reference = `#/components/responses/${name}`
  if (given === undefined || given['$ref'] === reference) return { $ref: reference }
  const response = (ref: string) => components['responses']![ref.split('/').at(-1)!] as ErrorResponse
  const first = typeof given['$ref'] === 'string' ? response(given['$ref']) : (given as ErrorResponse)
  const examplesOf = ({ content }: ErrorResponse) => content['application/json'].examples
  const examples = { ...examplesOf(response(reference)), ...examplesOf(first) }
  return { ...first, content: { 'application/json': { ...first.content['application/json'], examples } } }
}

type ErrorResponse = Json & { readonly content: { readonly 'application/json': Json & { readonly examples: Json } } }

/** The dashboard does not count towards the limits of an account, so its responses have no headers about them. */
function withoutRateLimits(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutRateLimits)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node)
      .filter(([name]) => !name.startsWith('RateLimit-'))
      .map(([name, inner]) => [name, withoutRateLimits(inner)]),
  )
}

function joined(a: Document['components'], b: Document['components']): Document['components'] {
  const kinds = [...new Set([...Object.keys(a), ...Object.keys(b)])]
  return Object.fromEntries(
    kinds.map((kind) => {
      const twice = Object.keys(b[kind] ?? {}).filter((name) => Object.hasOwn(a[kind] ?? {}, name))
      if (twice.length > 0) throw new Error(`Both documents have components.${kind}.${twice[0]}`)
      return [kind, { ...a[kind], ...b[kind] }]
    }),
  )
}
