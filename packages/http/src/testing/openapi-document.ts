import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { DASHBOARD_OPENAPI_JSON } from '../../embedded/dashboard-openapi.js'
import { OPENAPI_JSON } from '../../embedded/openapi.js'
import { closed } from './fuzz/closed.js'

export type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  $ref?: string
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  [keyword: string]: unknown
}
type Shown = { schema: Schema; example?: unknown; examples?: Record<string, { summary?: string; value: unknown }> }
type Content = Record<string, Shown>
export type ResponseObject = {
  $ref?: string
  description?: string
  headers?: Record<string, { $ref: string }>
  content?: Content
}
export type Operation = {
  operationId: string
  'x-rate-limit'?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  responses: Record<string, ResponseObject>
  parameters?: Schema[]
  requestBody?: { content: Content }
}

export type OpenApiDocument = {
  info: { description: string }
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    responses: Record<string, ResponseObject>
    headers: Record<string, { required?: boolean }>
  }
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export const OPENAPI_FILE = new URL('../../openapi.yaml', import.meta.url)

export const document = JSON.parse(OPENAPI_JSON) as OpenApiDocument
export const dashboardDocument = JSON.parse(DASHBOARD_OPENAPI_JSON) as OpenApiDocument

/** Validates against the document, with undeclared properties as errors. */
const ajv = new Ajv2020({ strict: false, allErrors: true, formats: fullFormats })
ajv.addSchema(closed(document), 'openapi')
ajv.addSchema(closed(dashboardDocument), 'dashboard')

/** The content of every media type below a node, with its path. */
export function contentsOf(node: unknown, place: readonly string[]): { place: readonly string[]; content: Shown }[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([name, inner]) =>
    name === 'content'
      ? Object.entries(inner as Content).map(([type, content]) => ({ place: [...place, name, type], content }))
      : contentsOf(inner, [...place, name]),
  )
}

export type PlacedOperation = {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

export function documentedOperations(of = document): readonly PlacedOperation[] {
  return Object.entries(of.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => (item[method] === undefined ? [] : [{ method, path, operation: item[method] }])),
  )
}

/** Every operation as `GET /path/{parameter}`. */
export function documentedRoutes(of = document): string[] {
  return documentedOperations(of).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
}

/** The operation in the document for this request; null if there is none. */
function documentedOperation(method: string, path: string): Operation | null {
  const found = (isOfDashboard(path) ? DASHBOARD_PATHS : PATHS).find(({ pattern }) => pattern.test(path))
  return found?.item[(method === 'HEAD' ? 'GET' : method).toLowerCase()] ?? null
}

/** Paths with the fewest parameters first, so that a literal path takes precedence. */
const patternsOf = ({ paths }: OpenApiDocument) =>
  Object.entries(paths)
    .sort(([a], [b]) => a.split('{').length - b.split('{').length)
    .map(([template, item]) => ({ pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`), item }))

const PATHS = patternsOf(document)
const DASHBOARD_PATHS = patternsOf(dashboardDocument)

function isOfDashboard(path: string): boolean {
  return path.startsWith('/dashboard/api/')
}

export function schemaOf(name: string, of = document): Schema {
  const schema = of.components.schemas[name]
  if (schema === undefined) throw new Error(`The document has no schema ${name}`)
  return schema
}

/** The faults of a value, checked against a schema of the document. */
export function schemaFaults(ref: string, value: unknown, of: 'openapi' | 'dashboard' = 'openapi'): string[] {
  const validate = ajv.getSchema(`${of}${ref}`)
  if (validate === undefined) throw new Error(`The document has nothing at ${ref}`)
  return validate(value) ? [] : (validate.errors ?? []).map((fault) => `${fault.instancePath} ${fault.message}`)
}

export type ReceivedResponse = { readonly status: number; readonly headers: Headers; readonly text: string }

/** The faults of a response, checked against the document. An undocumented request must get the error envelope. */
export function responseFaults(method: string, path: string, { status, headers, text }: ReceivedResponse): string[] {
  const operation = documentedOperation(method, path)
  const [name, of] = isOfDashboard(path)
    ? (['dashboard', dashboardDocument] as const)
    : (['openapi', document] as const)
  const isPlain = status === 204 || method === 'HEAD'
  if (operation === null || status === 405) {
    return isPlain ? [] : schemaFaults('#/components/schemas/Error', JSON.parse(text))
  }
  const given = operation.responses[status]
  if (given === undefined) return [`${method} ${path} may not answer ${status}`]
  const response = responseOf(given, of)
  const missing = Object.entries(response.headers ?? {})
    .filter(([name, { $ref }]) => of.components.headers[$ref.split('/').at(-1)!]!.required && !headers.has(name))
    .map(([name]) => `the header ${name} is missing`)
  if (isPlain || response.content === undefined) return [...missing, ...(text === '' ? [] : ['there is a body'])]
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const content = response.content[type]
  if (content === undefined) return [...missing, `the type ${type} is not documented`]
  if (content.schema.$ref === undefined) return missing
  const values = (type === 'application/x-ndjson' ? text.trimEnd().split('\n') : [text]).map((value) =>
    JSON.parse(value),
  )
  const codes = codesOf(response)
  return [
    ...missing,
    ...values.flatMap((value) => schemaFaults(content.schema.$ref!, value, name)),
    ...(codes === null || codes.includes(values[0].code) ? [] : [`the code ${values[0].code} is not documented`]),
  ]
}

export function responseOf(given: ResponseObject, of = document): ResponseObject {
  return given.$ref === undefined ? given : of.components.responses[given.$ref.split('/').at(-1)!]!
}

/** The codes of an error response, from the names of its examples. Null if it is not an error. */
export function codesOf({ content }: ResponseObject): readonly number[] | null {
  const { schema, examples = {} } = content?.['application/json'] ?? {}
  return schema?.$ref === '#/components/schemas/Error' ? Object.keys(examples).map(Number) : null
}
