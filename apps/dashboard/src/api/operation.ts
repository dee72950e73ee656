import type { Paths } from './paths.js'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The paths that have an operation with this method. */
export type PathOf<M extends Method> = {
  [P in keyof Paths]: Paths[P] extends { readonly [K in M]: infer Op }
    ? [Op] extends [never | undefined]
      ? never
      : P
    : never
}[keyof Paths]

export type Operation<P extends keyof Paths, M extends Method> = Paths[P] extends { readonly [K in M]: infer Op }
  ? Op
  : never

/** The values of the `{names}` in a path, whatever the types of the document say of them. */
type NamesIn<P> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never
type PathValues<P> = [NamesIn<P>] extends [never]
  ? { readonly path?: undefined }
  : { readonly path: Readonly<Record<NamesIn<P>, string>> }

type QueryOf<Op> = Op extends { readonly parameters: { readonly query?: infer Query } } ? Query : undefined
type QueryValues<Op> = { readonly query?: QueryOf<Op> }

type JsonBody<Op> = Op extends { readonly requestBody?: { readonly content: infer Content } }
  ? Content[keyof Content & ('application/json' | 'application/merge-patch+json')]
  : undefined
type BodyValue<Op> = [JsonBody<Op>] extends [undefined]
  ? { readonly body?: undefined }
  : { readonly body: JsonBody<Op> }

/** What a request needs besides its method and path. */
export type Values<P extends keyof Paths, M extends Method> = PathValues<P> &
  QueryValues<Operation<P, M>> &
  BodyValue<Operation<P, M>> & {
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  }

type Successes<Op> = Op extends { readonly responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)]
  : never

/** The JSON of a successful response; `undefined` if it has none. */
export type Result<P extends keyof Paths, M extends Method> =
  Successes<Operation<P, M>> extends { readonly content: { readonly 'application/json': infer Json } }
    ? Json
    : undefined
