import { createRoute, notFound } from '@tanstack/react-router'
import { sessionRoute } from './session-route.js'

/** The parent of all pages of an account. */
export const accountRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: 'a/$account',
  beforeLoad: ({ context: { session }, params }) => {
    const account = session.accounts.find(({ id }) => id === params.account)
    if (account === undefined) throw notFound()
    return { account }
  },
})
