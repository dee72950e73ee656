import type { Route } from '../api/route.js'

/** What tells routes apart: also of an operation in a document. */
type Placed = Pick<Route, 'method' | 'path'>

const ACCOUNT_PATH = '/accounts/:account'
const OF_OPERATORS = '/accounts/:name'

/**
 * The routes of both APIs for one account, below the path of the account. So their handlers, checks and responses are
 * the same code. A route of the admin API whose place is taken is mounted below `admin`; routes of the admin API without
 * an account are left out.
 */
export function mountedRoutes<R extends Placed>({ own, ofClients, ofOperators }: RouteLists<R>): readonly R[] {
  const clients = ofClients.map((route) => ({ ...route, path: ACCOUNT_PATH + route.path }))
  const taken = new Set([...own, ...clients].map(shapeOf))
  const operators = ofOperators.flatMap((route) => {
    if (!route.path.startsWith(`${OF_OPERATORS}/`)) return []
    const rest = route.path.slice(OF_OPERATORS.length)
    const usual = { ...route, path: ACCOUNT_PATH + rest }
    return [taken.has(shapeOf(usual)) ? { ...usual, path: `${ACCOUNT_PATH}/admin${rest}` } : usual]
  })
  return [...own, ...clients, ...operators]
}

type RouteLists<R> = {
  /** Routes of the dashboard alone, with their whole paths. */
  readonly own: readonly R[]
  readonly ofClients: readonly R[]
  readonly ofOperators: readonly R[]
}

/** The same for two routes that match the same requests, however their parameters are named. */
export function shapeOf({ method, path }: Placed): string {
  return `${method.toUpperCase()} ${path.replace(/:\w+/g, ':')}`
}

/** A route as the table of access names it. */
export function nameOf({ method, path }: Placed): string {
  return `${method.toUpperCase()} ${path}`
}
