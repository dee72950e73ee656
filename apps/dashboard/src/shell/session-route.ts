import { createRoute, redirect } from '@tanstack/react-router'
import { ApiError } from '../api/api-error.js'
import { sessionQuery } from '../api/session.js'
import { Frame } from './frame/frame.js'
import { rootRoute } from './root-route.js'

/** The parent of every page that needs a session. Without one, it leads to the sign-in page and back. */
export const sessionRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'session',
  beforeLoad: async ({ context: { queryClient }, location }) => {
    try {
      return { session: await queryClient.ensureQueryData(sessionQuery) }
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 401)) throw error
      throw redirect({ to: '/sign-in', search: { back: location.href }, replace: true })
    }
  },
  component: Frame,
})
