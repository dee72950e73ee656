import type { paths } from './schema.js'

type Op<Result, Body = undefined> = {
  readonly requestBody?: { readonly content: { readonly 'application/json': Body } }
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': Result } } }
}

export type SessionOfMine = {
  readonly id: string
  readonly createdAt: string
  readonly lastUsedAt?: string
  readonly expiresAt: string
  readonly userAgent?: string
  readonly address?: string
  readonly isCurrent?: boolean
}

type OwnPaths = {
  readonly '/user': {
    readonly patch: Op<{ name: string }, { name?: string; password?: { current: string; new: string } }>
  }
  readonly '/sessions': { readonly get: Op<{ results: readonly SessionOfMine[] }> }
  readonly '/sessions/{session}': { readonly delete: Op<undefined> }
}

/** The operations of the dashboard's API, by their path below `/dashboard/api/v1`. */
export type Paths = {
  readonly [P in keyof paths as P extends `/dashboard/api/v1${infer Rest}` ? Rest : never]: paths[P]
} & OwnPaths
