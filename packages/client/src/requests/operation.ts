import type { components, paths } from '../openapi.js'
import type { CursorPage } from './cursor-pages.js'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A path of the OpenAPI document that has the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: [OperationAt<M, P>] extends [never] ? never : P
}[keyof paths]

/** The input of an operation: its path parameters, query and body, if it has them. */
export type InputOf<M extends Method, P extends keyof paths> =
  // For each path on its own: with all paths together, the compiler would combine each part of one with those of all others.
  P extends unknown ? PathPart<OperationAt<M, P>> & QueryPart<OperationAt<M, P>> & BodyPart<OperationAt<M, P>> : never

/** The JSON of an operation's response; undefined if there is no body. */
export type AnswerOf<M extends Method, P extends keyof paths> =
  SuccessResponseOf<OperationAt<M, P>> extends { readonly content: { readonly 'application/json': infer Json } }
    ? Json
    : undefined

/** An entry of a list. */
export type ItemOf<P extends keyof paths> = AnswerOf<'GET', P> extends Page<infer Item> ? Item : never

/** An entry of a list that is read by cursor. */
export type CursorItemOf<P extends keyof paths> = AnswerOf<'GET', P> extends CursorPage<infer Item> ? Item : never

export type QueryOf<P extends keyof paths, M extends Method = 'GET'> =
  OperationAt<M, P> extends { readonly parameters: { readonly query?: infer Query } } ? NonNullable<Query> : never

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type Page<T> = {
  /** Counted from 1. */
  readonly page: number
  /** The maximum number of entries on a page. */
  readonly limit: number
  /** The number of entries on all pages. */
  readonly totalCount: number
  readonly results: readonly T[]
}

type OperationAt<M extends Method, P extends keyof paths> = NonNullable<paths[P][Lowercase<M>]>

type PathPart<O> = O extends { readonly parameters: { readonly path: infer Values } }
  ? { readonly params: Values }
  : object

type QueryPart<O> = O extends { readonly parameters: { readonly query: infer Query } }
  ? { readonly query: Query }
  : O extends { readonly parameters: { readonly query?: infer Query } }
    ? [NonNullable<Query>] extends [never]
      ? object
      : { readonly query?: Query }
    : object

type Json = { readonly content: { readonly 'application/json': unknown } }
type BodyPart<O> = O extends { readonly requestBody: infer Body extends Json }
  ? { readonly body: Body['content']['application/json'] }
  : O extends { readonly requestBody?: infer Body }
    ? NonNullable<Body> extends Json
      ? [NonNullable<Body>] extends [never]
        ? object
        : { readonly body?: NonNullable<Body>['content']['application/json'] }
      : object
    : object

type SuccessResponseOf<O> = O extends { readonly responses: infer Responses }
  ? Responses[keyof Responses & (200 | 201 | 202)]
  : never
