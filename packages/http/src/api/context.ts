import type { Account, AccountId, Role, SignedInUser } from '@carillon/core'
import type { RequestHandler, Response } from 'express'
import type { Metrics } from './metrics.js'
import type { ProblemOptions } from './problem.js'

/** What every route receives besides its use cases. Each field is optional for an embedder. */
export type ApiEnvironment = ProblemOptions & {
  /** Default: only crashes are logged, to the console. */
  readonly logger: Logger
  /** Default: metrics go to a private registry that nothing reads. */
  readonly metrics: Metrics
}

/** The part of pino's logger interface that is used here. */
export type Logger = Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>

/** Facts about one request, kept from its start until it is logged. */
export type Context = {
  readonly requestId: string
  /** The pattern of the path, never the path itself, because paths contain phone numbers. */
  route: string
  /** The account of the API key, or the one that a page of the dashboard shows. */
  account?: Account
  /** The id of the API key. */
  key?: string
  /** Who uses the dashboard. */
  signedIn?: SignedInUser
  /** The role of that user in the account. */
  role?: Role
  /** The account of a page or a link, for the log. */
  accountFound?: AccountId
}

const CONTEXT = Symbol('carillon')

/** Undefined until `observe` has seen the request. */
export function findContext(res: Response): Context | undefined {
  return (res.locals as { [CONTEXT]?: Context })[CONTEXT]
}

export function contextOf(res: Response): Context {
  const context = findContext(res)
  if (context === undefined) throw new Error('The middleware observe() has not handled this request')
  return context
}

export function beginContext(res: Response, context: Context) {
  ;(res.locals as { [CONTEXT]?: Context })[CONTEXT] = context
}

/** Records the route pattern of the request for log and metrics. */
export function named(route: string): RequestHandler {
  return (_req, res, next) => {
    contextOf(res).route = route
    next()
  }
}

/** Records the account of a request without an API key, for the log. */
export function recordAccount(res: Response, account: AccountId) {
  const context = findContext(res)
  if (context !== undefined) context.accountFound = account
}

/** The account that the request is for: that of its API key, or the one in a path of the dashboard. */
export function accountOf(res: Response): Account {
  const { account } = contextOf(res)
  if (account === undefined) throw new Error('The route does not authenticate')
  return account
}

/** The user of the session that the request was made with. */
export function signedInOf(res: Response): SignedInUser {
  const { signedIn } = contextOf(res)
  if (signedIn === undefined) throw new Error('The route needs no session')
  return signedIn
}

/** The role of the user in the account of the request. */
export function roleIn(res: Response): Role {
  const { role } = contextOf(res)
  if (role === undefined) throw new Error('The path has no account')
  return role
}
