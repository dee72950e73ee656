import type { Account } from '@carillon/core'
import type { RequestHandler, Response } from 'express'
import type { Metrics } from './metrics.js'
import type { ProblemOptions } from './problem.js'

/** What every route is given besides its use cases. An embedder may leave out any of it. */
export type ApiEnvironment = ProblemOptions & {
  /** Left out, crashes alone are told, on the console. */
  readonly logger: Logger
  /** Left out, nothing is counted. */
  readonly metrics: Metrics
}

/** As pino has it. */
export type Logger = Readonly<Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>>

/** What is known of a request, from its first moment to its line in the log. */
export type Context = {
  readonly requestId: string
  /** The pattern of its path, never the path itself: that holds phone numbers. */
  route: string
  account?: Account
}

const CONTEXT = Symbol('carillon')

/** Undefined before the request was first observed. */
export function findContext(res: Response): Context | undefined {
  return (res.locals as { [CONTEXT]?: Context })[CONTEXT]
}

export function contextOf(res: Response): Context {
  const context = findContext(res)
  if (context === undefined) throw new Error('The request was never observed')
  return context
}

export function beginContext(res: Response, context: Context) {
  ;(res.locals as { [CONTEXT]?: Context })[CONTEXT] = context
}

/** Tells log and metrics by which pattern the request was found. */
export function named(route: string): RequestHandler {
  return (_req, res, next) => {
    contextOf(res).route = route
    next()
  }
}

/** The account whose key the request was made with. */
export function accountOf(res: Response): Account {
  const { account } = contextOf(res)
  if (account === undefined) throw new Error('The route does not authenticate')
  return account
}
