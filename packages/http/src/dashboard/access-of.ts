import type { Route } from '../api/route.js'
import { ACCESS, type Access, type RequiredAccess } from './access.js'
import { nameOf } from './mounted-routes.js'

/** Throws for a route without an entry, so that no route is open by accident. */
export function accessOf(route: Pick<Route, 'method' | 'path'>): {
  readonly least: RequiredAccess
  readonly action: string | null
} {
  const access: Access | undefined = ACCESS[nameOf(route)]
  if (access === undefined) throw new Error(`ACCESS has no entry for ${nameOf(route)}: add one with its least role`)
  if (typeof access !== 'string') return { least: access[0], action: access[1] }
  if (route.method !== 'get') throw new Error(`ACCESS must name the action of ${nameOf(route)}`)
  return { least: access, action: null }
}
