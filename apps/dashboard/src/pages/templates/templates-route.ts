import { createRoute } from '@tanstack/react-router'
import { pageIn, textIn } from '../../parts/search-params.js'
import { accountRoute } from '../../shell/account-route.js'

export type TemplatesSearch = {
  /** Part of the name. */
  readonly name?: string
  readonly page?: number
}

export const templatesRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'templates',
  validateSearch: (search: Record<string, unknown>): TemplatesSearch => ({
    ...textIn(search, 'name'),
    ...pageIn(search),
  }),
}).lazy(() => import('./templates-page.js').then(({ templatesPage }) => templatesPage))

export const newTemplateRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'templates/new',
}).lazy(() => import('./new-template-page.js').then(({ newTemplatePage }) => newTemplatePage))

/** `page`: of its versions. */
export const templateRoute = createRoute({
  getParentRoute: () => accountRoute,
  path: 'templates/$template',
  validateSearch: (search: Record<string, unknown>): { readonly page?: number } => pageIn(search),
}).lazy(() => import('./template-page.js').then(({ templatePage }) => templatePage))
