import { createRoute, notFound } from '@tanstack/react-router'
import { sessionRoute } from './session-route.js'

/** The parent of the pages of the whole service, which only owners see. */
export const systemRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: 'system',
  beforeLoad: ({ context: { session } }) => {
    if (!session.user.isOwner) throw notFound()
  },
})
