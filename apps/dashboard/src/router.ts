import { createRouter } from '@tanstack/react-router'
import { BASE_PATH } from './api/base-path.js'
import { newQueryClient } from './api/query-client.js'
import { noteSessionEnd } from './api/session-end.js'
import { accountPages, accountRoutes, systemPages, systemRoutes } from './pages.js'
import { accountRoute } from './shell/account-route.js'
import { inviteRoute, resetRoute, setupRoute } from './shell/one-time-links/link-routes.js'
import { NotFound } from './shell/between-pages/not-found.js'
import { PageFailure } from './shell/between-pages/page-failure.js'
import { profileRoute } from './shell/profile/profile-route.js'
import { rootRoute } from './shell/root-route.js'
import { sessionRoute } from './shell/session-route.js'
import { signInRoute } from './shell/sign-in/sign-in-route.js'
import { startRoute } from './shell/start-route.js'
import { systemRoute } from './shell/system-route.js'

const routeTree = rootRoute.addChildren([
  signInRoute,
  setupRoute,
  inviteRoute,
  resetRoute,
  sessionRoute.addChildren([
    startRoute,
    profileRoute,
    accountRoute.addChildren(accountRoutes),
    systemRoute.addChildren(systemRoutes),
  ]),
])

export const queryClient = newQueryClient(() => {
  const { pathname, href } = router.state.location
  if (pathname === '/sign-in') return
  noteSessionEnd()
  void router.navigate({ to: '/sign-in', search: { back: href, ended: true }, replace: true })
})

export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
  context: { queryClient, accountPages, systemPages },
  defaultPreload: 'intent',
  // The session, not the router, says how old a fact may be.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: PageFailure,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
