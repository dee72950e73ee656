import {
  IconAddressBook,
  IconCalendarTime,
  IconFileImport,
  IconFilter,
  IconCode,
  IconCoins,
  IconForms,
  IconInbox,
  IconLayoutDashboard,
  IconLink,
  IconPencil,
  IconPhone,
  IconPhoneCall,
  IconSpeakerphone,
  IconTag,
  IconTemplate,
  IconHistory,
  IconServer,
  IconSettings,
  IconUsers,
  IconUsersGroup,
  IconUserCheck,
  IconWebhook,
} from '@tabler/icons-react'
import { contactRoute } from './pages/contacts/contact-route.js'
import { contactsRoute } from './pages/contacts/contacts-route.js'
import { broadcastRoute } from './pages/broadcasts/broadcast-route.js'
import { broadcastsRoute } from './pages/broadcasts/broadcasts-route.js'
import { composeRoute } from './pages/compose/compose-route.js'
import { draftsRoute } from './pages/compose/drafts/drafts-route.js'
import { consentRoute } from './pages/consent/consent-route.js'
import { creditsRoute } from './pages/credits/credits-route.js'
import { developersRoute } from './pages/developers/developers-route.js'
import { fieldsRoute } from './pages/fields/fields-route.js'
import { groupRoute } from './pages/groups/group-route.js'
import { groupsRoute } from './pages/groups/groups-route.js'
import { importRoute } from './pages/imports/import-route.js'
import { importsRoute } from './pages/imports/imports-route.js'
import { inboxRoute } from './pages/inbox/inbox-route.js'
import { linkRoute } from './pages/links/link-route.js'
import { linksRoute } from './pages/links/links-route.js'
import { numbersRoute } from './pages/numbers/numbers-route.js'
import { poolsRoute } from './pages/pools/pools-route.js'
import { overviewRoute } from './pages/overview/overview-route.js'
import { changeScheduleRoute } from './pages/schedules/change-schedule-route.js'
import { scheduleRoute } from './pages/schedules/schedule-route.js'
import { schedulesRoute } from './pages/schedules/schedules-route.js'
import { auditRoute } from './pages/audit/audit-route.js'
import { newSegmentRoute, segmentRoute } from './pages/segments/segment-routes.js'
import { segmentsRoute } from './pages/segments/segments-route.js'
import { settingsRoute } from './pages/settings/settings-route.js'
import { systemIndexRoute } from './pages/system/system-route.js'
import { usersRoute } from './pages/users/users-route.js'
import { tagsRoute } from './pages/tags/tags-route.js'
import { newTemplateRoute, templateRoute, templatesRoute } from './pages/templates/templates-route.js'
import { webhookRoute, webhooksRoute } from './pages/webhooks/webhooks-route.js'
import type { PageEntry } from './shell/page-entry.js'

/** The routes of all pages of an account. */
export const accountRoutes = [
  overviewRoute,
  composeRoute,
  draftsRoute,
  broadcastsRoute,
  broadcastRoute,
  schedulesRoute,
  scheduleRoute,
  changeScheduleRoute,
  inboxRoute,
  contactsRoute,
  contactRoute,
  importsRoute,
  importRoute,
  groupsRoute,
  groupRoute,
  segmentsRoute,
  newSegmentRoute,
  segmentRoute,
  fieldsRoute,
  tagsRoute,
  usersRoute,
  auditRoute,
  settingsRoute,
  numbersRoute,
  poolsRoute,
  templatesRoute,
  newTemplateRoute,
  templateRoute,
  linksRoute,
  linkRoute,
  consentRoute,
  creditsRoute,
  developersRoute,
  webhooksRoute,
  webhookRoute,
] as const

/** The routes of the pages of the whole service. */
export const systemRoutes = [systemIndexRoute] as const

/** The navigation of an account, in its order. A page that is opened from another one has no entry. */
export const accountPages: readonly PageEntry[] = [
  { to: '/a/$account', label: 'Overview', icon: IconLayoutDashboard, section: 'Send', key: 'o' },
  {
    to: '/a/$account/compose',
    label: 'Compose',
    icon: IconPencil,
    section: 'Send',
    key: 'n',
    words: 'new message write send text broadcast',
  },
  {
    to: '/a/$account/broadcasts',
    label: 'Broadcasts',
    icon: IconSpeakerphone,
    section: 'Send',
    key: 'b',
    words: 'batches sent texts progress cancel',
  },
  {
    to: '/a/$account/schedules',
    label: 'Schedules',
    icon: IconCalendarTime,
    section: 'Send',
    key: 's',
    words: 'calendar recurring weekly planned skip pause',
  },
  {
    to: '/a/$account/inbox',
    label: 'Inbox',
    icon: IconInbox,
    section: 'Send',
    key: 'i',
    words: 'conversations replies texts',
  },
  {
    to: '/a/$account/contacts',
    label: 'Contacts',
    icon: IconAddressBook,
    section: 'People',
    key: 'c',
    words: 'people persons numbers export erase',
  },
  {
    to: '/a/$account/imports',
    label: 'Import',
    icon: IconFileImport,
    section: 'People',
    words: 'csv file upload contacts spreadsheet',
  },
  { to: '/a/$account/groups', label: 'Groups', icon: IconUsersGroup, section: 'People', key: 'g' },
  {
    to: '/a/$account/segments',
    label: 'Segments',
    icon: IconFilter,
    section: 'People',
    key: 'm',
    words: 'filter audience conditions who saved',
  },
  {
    to: '/a/$account/fields',
    label: 'Fields',
    icon: IconForms,
    section: 'People',
    key: 'f',
    words: 'custom merge tags options',
  },
  {
    to: '/a/$account/consent',
    label: 'Consent',
    icon: IconUserCheck,
    section: 'People',
    key: 'e',
    words: 'opt in opt out stop keywords form texts pending confirmations',
  },
  { to: '/a/$account/tags', label: 'Tags', icon: IconTag, section: 'People', key: 't' },
  {
    to: '/a/$account/templates',
    label: 'Templates',
    icon: IconTemplate,
    section: 'Content',
    key: 'x',
    words: 'saved texts languages versions',
  },
  {
    to: '/a/$account/numbers',
    label: 'Numbers',
    icon: IconPhone,
    section: 'Content',
    key: 'p',
    words: 'senders short codes carrier',
  },
  {
    to: '/a/$account/pools',
    label: 'Number pools',
    icon: IconPhoneCall,
    section: 'Content',
    key: 'u',
    words: 'senders sticky area code rate',
  },
  { to: '/a/$account/links', label: 'Links', icon: IconLink, section: 'Content', key: 'l', words: 'clicks urls' },
  { to: '/a/$account/credits', label: 'Credits', icon: IconCoins, section: 'Account', words: 'ledger balance grants' },
  {
    to: '/a/$account/webhooks',
    label: 'Webhooks',
    icon: IconWebhook,
    section: 'Account',
    key: 'w',
    words: 'events deliveries',
  },
  {
    to: '/a/$account/developers',
    label: 'Developers',
    icon: IconCode,
    section: 'Account',
    key: 'd',
    words: 'api keys requests curl',
  },
  { to: '/a/$account/users', label: 'Users', icon: IconUsers, section: 'Account', words: 'people roles invite' },
  { to: '/a/$account/audit', label: 'Audit', icon: IconHistory, section: 'Account', words: 'log changes who' },
  {
    to: '/a/$account/settings',
    label: 'Settings',
    icon: IconSettings,
    section: 'Account',
    words: 'name zone limits compliance retention forms',
  },
]

/** The navigation of the whole service, for owners. */
export const systemPages: readonly PageEntry[] = [
  {
    to: '/system',
    label: 'System',
    icon: IconServer,
    section: 'Service',
    words: 'accounts users processes jobs carriers backup',
  },
]
