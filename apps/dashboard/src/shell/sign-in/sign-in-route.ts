import { createRoute } from '@tanstack/react-router'
import { rootRoute } from '../root-route.js'

export type SignInSearch = {
  /** Where the person was before the session ended. */
  readonly back?: string
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: ({ back }: Record<string, unknown>): SignInSearch => (isOwnPath(back) ? { back } : {}),
}).lazy(() => import('./sign-in-page.js').then(({ signInPage }) => signInPage))

/** Only paths of the dashboard: a link to this page must not lead people to another site. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value)
}
