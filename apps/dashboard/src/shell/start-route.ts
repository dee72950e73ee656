import { createRoute, redirect } from '@tanstack/react-router'
import { sessionRoute } from './session-route.js'

/** `/dashboard` leads to the first account of the person. */
export const startRoute = createRoute({
  getParentRoute: () => sessionRoute,
  path: '/',
  beforeLoad: ({ context: { session } }) => {
    const [first] = session.accounts
    if (first !== undefined) throw redirect({ to: '/a/$account', params: { account: first.id }, replace: true })
  },
})
