import { createRoute } from '@tanstack/react-router'
import { rootRoute } from '../root-route.js'
// The token leaves the address bar when this file is loaded.
import './link-token.js'

const pages = () => import('./one-time-link-page.js')

export const setupRoute = createRoute({ getParentRoute: () => rootRoute, path: 'setup' }).lazy(() =>
  pages().then(({ setupPage }) => setupPage),
)
export const inviteRoute = createRoute({ getParentRoute: () => rootRoute, path: 'invite' }).lazy(() =>
  pages().then(({ invitePage }) => invitePage),
)
export const resetRoute = createRoute({ getParentRoute: () => rootRoute, path: 'reset' }).lazy(() =>
  pages().then(({ resetPage }) => resetPage),
)
