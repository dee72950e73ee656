import type { components, paths } from './openapi.js'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

/** A path of the document that takes the method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: [OperationAt<M, P>] extends [never] ? never : P
}[keyof paths]

/** What an operation takes: the values in its path, its query and its body, as far as it has them. */
export type InputOf<M extends Method, P extends keyof paths> = PathPart<OperationAt<M, P>> &
  QueryPart<OperationAt<M, P>> &
  BodyPart<OperationAt<M, P>>

/** What it answers with as JSON; undefined where there is nothing to say. */
export type AnswerOf<M extends Method, P extends keyof paths> =
  AnsweredBy<OperationAt<M, P>> extends { readonly content: { readonly 'application/json': infer Json } }
    ? Json
    : undefined

/** One of what a list holds. */
export type ItemOf<P extends keyof paths> = AnswerOf<'GET', P> extends Page<infer Item> ? Item : never

export type QueryOf<P extends keyof paths, M extends Method = 'GET'> =
  OperationAt<M, P> extends { readonly parameters: { readonly query?: infer Query } } ? NonNullable<Query> : never

export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

export type Page<T> = {
  /** From 1. */
  readonly page: number
  /** How many a page holds at most. */
  readonly limit: number
  /** Of all pages. */
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

type AnsweredBy<O> = O extends { readonly responses: infer Answers }
  ? Answers[keyof Answers & (200 | 201 | 202)]
  : never
