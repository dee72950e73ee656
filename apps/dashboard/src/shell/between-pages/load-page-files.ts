import type { AnyRouter } from '@tanstack/react-router'

/** Loads the files of the page in the address while the session is read, and not after it. */
export function loadPageFiles(router: AnyRouter) {
  for (const { routeId } of router.matchRoutes(router.latestLocation)) {
    // The page loads them again if this fails, and then says so.
    router.loadRouteChunk(router.routesById[routeId])?.catch(() => {})
  }
}
