import { IconLayoutDashboard, IconUsersGroup } from '@tabler/icons-react'
import { groupsRoute } from './pages/groups/groups-route.js'
import { overviewRoute } from './pages/overview/overview-route.js'
import type { PageEntry } from './shell/page-entry.js'

/** The routes of all pages of an account. */
export const accountRoutes = [overviewRoute, groupsRoute] as const

/** The routes of the pages of the whole service. */
export const systemRoutes = [] as const

/** The navigation of an account, in its order. A page that is opened from another one has no entry. */
export const accountPages: readonly PageEntry[] = [
  { to: '/a/$account', label: 'Overview', icon: IconLayoutDashboard, section: 'Send', key: 'o' },
  { to: '/a/$account/groups', label: 'Groups', icon: IconUsersGroup, section: 'People', key: 'g' },
]

/** The navigation of the whole service, for owners. */
export const systemPages: readonly PageEntry[] = []
