import { createRoute } from '@tanstack/react-router'
import { rootRoute } from '../root-route.js'
import { ISSUER_PROBLEMS, type IssuerProblem } from './issuer-problems.js'

export type SignInSearch = {
  /** Where the person was before the session ended. */
  readonly back?: string
  /** The session ended while the person was working. */
  readonly ended?: true
  /** Why a sign-in at the issuer did not succeed. */
  readonly oidc?: IssuerProblem
}

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: 'sign-in',
  validateSearch: ({ back, ended, oidc }: Record<string, unknown>): SignInSearch => ({
    ...(isOwnPath(back) && { back }),
    ...(ended === true && { ended }),
    ...(isProblem(oidc) && { oidc }),
  }),
}).lazy(() => import('./sign-in-page.js').then(({ signInPage }) => signInPage))

/** Only paths of the dashboard: a link to this page must not lead people to another site. */
function isOwnPath(value: unknown): value is string {
  return typeof value === 'string' && /^\/(?![/\\])/.test(value)
}

function isProblem(value: unknown): value is IssuerProblem {
  return typeof value === 'string' && Object.hasOwn(ISSUER_PROBLEMS, value)
}
