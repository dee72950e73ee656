import { OPENAPI_JSON } from '../../embedded/openapi.js'

/** The parts of a JSON Schema that the reference page shows. */
export type Schema = {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: boolean | Schema
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly examples?: readonly unknown[]
  readonly example?: unknown
  readonly [keyword: string]: unknown
}

export type Example = { readonly summary?: string; readonly description?: string; readonly value?: unknown }

export type Media = {
  readonly schema?: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, Example | Reference>>
}

export type Reference = { readonly $ref: string }

export type Parameter = {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly schema?: Schema
  readonly example?: unknown
}

export type Body = {
  readonly description?: string
  readonly required?: boolean
  readonly content?: Readonly<Record<string, Media>>
}

export type Reply = Body & { readonly headers?: Readonly<Record<string, Header | Reference>> }

export type Header = Omit<Parameter, 'name' | 'in'>

export type Operation = {
  readonly operationId: string
  readonly tags?: readonly string[]
  readonly summary?: string
  readonly description?: string
  readonly parameters?: readonly (Parameter | Reference)[]
  readonly requestBody?: Body | Reference
  readonly responses?: Readonly<Record<string, Reply | Reference>>
  readonly security?: readonly Readonly<Record<string, unknown>>[]
}

type PathItem = Readonly<Record<string, Operation>> & { readonly parameters?: readonly (Parameter | Reference)[] }

export type OpenApi = {
  readonly info: { readonly title: string; readonly version: string; readonly description?: string }
  readonly tags: readonly { readonly name: string; readonly description?: string }[]
  readonly security?: Operation['security']
  readonly paths: Readonly<Record<string, PathItem>>
  readonly webhooks?: Readonly<Record<string, PathItem>>
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & {
    readonly schemas: Readonly<Record<string, Schema>>
  }
}

/** An operation with its location: a method and a path, or the type of an event. */
export type Placed = { readonly method: string; readonly path: string; readonly operation: Operation }

export function readOpenApi(): OpenApi {
  return JSON.parse(OPENAPI_JSON) as OpenApi
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation, including the parameters that are declared for its path. */
export function operationsOf(paths: Readonly<Record<string, PathItem>>): readonly Placed[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const { parameters = [], ...operation } = item[method]!
      return { method, path, operation: { ...operation, parameters: [...(item.parameters ?? []), ...parameters] } }
    }),
  )
}

/** The component that a `$ref` points to, or the value itself if it is not a reference. */
export function resolve<T extends object>(document: OpenApi, value: T | Reference): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T
  const parts = value.$ref.replace(/^#\//, '').split('/')
  const found = parts.reduce<unknown>((inner, part) => (inner as Record<string, unknown> | undefined)?.[part], document)
  if (found === undefined) throw new Error(`The document has nothing at ${value.$ref}`)
  return resolve(document, found as T)
}

/** The name of the referenced component; null for an inline value. */
export function nameOf(value: object): string | null {
  const ref = (value as Partial<Reference>).$ref
  return ref === undefined ? null : ref.split('/').at(-1)!
}
