import type { UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { fieldSettingsRoutes } from './dashboard-custom-fields.js'
import { groupSettingsRoutes } from './dashboard-groups.js'
import { numberSettingsRoutes } from './dashboard-numbers.js'
import { poolRoutes } from './dashboard-pools.js'
import { settingsRoutes } from './dashboard-settings.js'
import { tagRoutes } from './dashboard-tags.js'
import { linkSettingsRoutes } from './dashboard-tracking-links.js'

/** What `apply` changes by a whole declaration, one change at a time. */
export function accountSettingsRoutes(useCases: UseCases): Route[] {
  return [
    ...settingsRoutes(useCases),
    ...groupSettingsRoutes(useCases),
    ...fieldSettingsRoutes(useCases),
    ...tagRoutes(useCases),
    ...linkSettingsRoutes(useCases),
    ...numberSettingsRoutes(useCases),
    ...poolRoutes(useCases),
  ]
}
