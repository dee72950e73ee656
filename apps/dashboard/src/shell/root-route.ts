import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFound } from './between-pages/not-found.js'
import { PageFailure } from './between-pages/page-failure.js'
import type { PageEntry } from './page-entry.js'

export type RouterContext = {
  readonly queryClient: QueryClient
  /** The pages of an account, and those of the whole service, in the order of the navigation. */
  readonly accountPages: readonly PageEntry[]
  readonly systemPages: readonly PageEntry[]
}

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  errorComponent: PageFailure,
  notFoundComponent: NotFound,
})
