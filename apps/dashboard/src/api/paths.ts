import type { paths as PublicPaths } from '../../../../packages/client/src/openapi.js'
import type { Session } from './session.js'

type Op<Result, Body = undefined, Query = undefined> = {
  readonly parameters: { readonly query?: Query }
  readonly requestBody?: { readonly content: { readonly 'application/json': Body } }
  readonly responses: { readonly 200: { readonly content: { readonly 'application/json': Result } } }
}

type LinkPurpose = 'setup' | 'invite' | 'reset'

type SignInPaths = {
  readonly '/sign-in': {
    readonly get: Op<{ needsSetup: boolean; password: boolean; oidc: { name: string; url: string } | null }>
  }
  readonly '/session': {
    readonly get: Op<Session>
    readonly post: Op<Session, { email: string; password: string }>
    readonly delete: Op<undefined>
  }
  readonly '/links/read': {
    readonly post: Op<{ purpose: LinkPurpose; email?: string; name?: string; expiresAt: string }, { token: string }>
  }
  readonly '/links/accept': {
    readonly post: Op<Session, { token: string; name?: string; email?: string; password: string }>
  }
  readonly '/user': {
    readonly patch: Op<Session['user'], { name?: string; password?: { current: string; new: string } }>
  }
  readonly '/sessions': { readonly get: Op<{ results: readonly SessionOfMine[] }> }
  readonly '/sessions/{session}': { readonly delete: Op<undefined> }
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

type AccountPaths = {
  readonly [
    P in keyof PublicPaths as P extends `/api/v1${infer Rest}` ? `/accounts/{account}${Rest}` : never
  ]: PublicPaths[P]
}

/** The operations of the dashboard's API: those of the public API are below the account. */
export type Paths = AccountPaths & SignInPaths
