import { QueryClient } from '@tanstack/react-query'
import { createRouter } from '@tanstack/react-router'
import { BASE_PATH } from './api/base-path.js'
import { accountPages, accountRoutes, systemPages, systemRoutes } from './pages.js'
import { accountRoute } from './shell/account-route.js'
import { rootRoute } from './shell/root-route.js'
import { sessionRoute } from './shell/session-route.js'
import { signInRoute } from './shell/sign-in/sign-in-route.js'
import { startRoute } from './shell/start-route.js'
import { systemRoute } from './shell/system-route.js'

const routeTree = rootRoute.addChildren([
  signInRoute,
  sessionRoute.addChildren([
    startRoute,
    accountRoute.addChildren(accountRoutes),
    systemRoute.addChildren(systemRoutes),
  ]),
])

export const queryClient = new QueryClient()

export const router = createRouter({
  routeTree,
  basepath: BASE_PATH,
  context: { queryClient, accountPages, systemPages },
  defaultPreload: 'intent',
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
