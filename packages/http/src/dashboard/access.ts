import type { Role } from '@carillon/core'

/**
 * Who may use a route: everybody, everybody who is signed in, or users with at least this role. A path with an account
 * needs the role in that account; any other path that names a role needs an owner.
 */
export type RequiredAccess = 'anyone' | 'user' | Role

/**
 * A route that changes something also names its action in the audit. Null: it changes nothing, or its use case writes
 * the entry.
 */
export type Access = RequiredAccess | readonly [least: RequiredAccess, action: string | null]

const A = '/accounts/:account'
const CONTACT = `${A}/contacts/by-phone/:phoneNumber`
const IMPORT = `${A}/imports/:importId`
const SCHEDULES = `${A}/messaging/broadcast/schedules`
const WEBHOOK = `${A}/webhooks/:webhookId`

/** Every route of the dashboard API, with the least role that it needs. A route without an entry does not start. */
export const ACCESS: Readonly<Record<string, Access>> = {
  // Sign-in
  'GET /sign-in': 'anyone',
  'GET /session': 'user',
  'POST /session': ['anyone', null],
  'DELETE /session': ['user', null],
  'POST /links/read': ['anyone', null],
  'POST /links/accept': ['anyone', null],
  'POST /links/oidc': ['anyone', null],

  [`GET ${A}/live`]: 'viewer',

  // Users and audit. The use cases of users write the entries themselves.
  'PATCH /user': ['user', null],
  'GET /sessions': 'user',
  'DELETE /sessions/:session': ['user', null],
  'GET /users': 'owner',
  'POST /users': ['owner', null],
  'GET /users/:userId': 'owner',
  'PATCH /users/:userId': ['owner', null],
  'POST /users/:userId/reset': ['owner', null],
  'GET /users/:userId/sessions': 'owner',
  'DELETE /users/:userId/sessions': ['owner', null],
  'DELETE /users/:userId/sessions/:session': ['owner', null],
  [`GET ${A}/users`]: 'admin',
  [`POST ${A}/users`]: ['admin', null],
  [`PATCH ${A}/users/:userId`]: ['admin', null],
  [`DELETE ${A}/users/:userId`]: ['admin', null],
  'GET /audit': 'owner',
  [`GET ${A}/audit`]: 'admin',

  // Contacts
  [`GET ${A}/contacts`]: 'viewer',
  [`GET ${A}/contacts/search`]: 'viewer',
  [`GET ${CONTACT}`]: 'viewer',
  [`POST ${CONTACT}`]: ['editor', 'contact.created'],
  [`PATCH ${CONTACT}`]: ['editor', 'contact.changed'],
  [`POST ${CONTACT}/groups/:groupId`]: ['editor', 'membership.joined'],
  [`DELETE ${CONTACT}/groups/:groupId`]: ['editor', 'membership.left'],
  [`GET ${CONTACT}/consent`]: 'viewer',
  [`GET ${CONTACT}/consent/proof`]: 'viewer',
  [`GET ${CONTACT}/timeline`]: 'viewer',
  [`GET ${A}/contacts/custom-fields/schema`]: 'viewer',
  [`POST ${A}/contacts/import`]: ['editor', 'contacts.imported'],
  [`GET ${A}/contacts/export`]: 'editor',
  [`GET ${A}/contacts/:phoneNumber/proof`]: 'viewer',
  [`DELETE ${A}/contacts/:phoneNumber`]: ['admin', 'contact.erased'],
  [`GET ${A}/contact-lists`]: 'viewer',
  [`POST ${A}/contact-lists`]: ['editor', 'contact-list.saved'],
  [`GET ${A}/groups`]: 'viewer',
  [`GET ${A}/groups/:groupId`]: 'viewer',
  [`GET ${A}/groups/:groupId/members`]: 'viewer',
  [`GET ${A}/segments`]: 'viewer',
  [`POST ${A}/segments`]: ['editor', 'segment.created'],
  [`POST ${A}/segments/count`]: ['viewer', null],
  [`GET ${A}/segments/:segmentId`]: 'viewer',
  [`PATCH ${A}/segments/:segmentId`]: ['editor', 'segment.changed'],
  [`DELETE ${A}/segments/:segmentId`]: ['editor', 'segment.removed'],
  [`GET ${A}/segments/:segmentId/count`]: 'viewer',
  [`GET ${A}/segments/:segmentId/used-by`]: 'viewer',
  [`GET ${A}/consent/drift`]: 'admin',
  [`GET ${A}/consent/pending`]: 'viewer',
  [`GET ${A}/consent/form-texts`]: 'viewer',
  [`GET ${A}/keywords/explain`]: 'viewer',
  [`GET ${A}/keywords/unmatched`]: 'viewer',

  // Imports
  [`POST ${A}/imports`]: ['editor', 'import.uploaded'],
  [`GET ${A}/imports`]: 'viewer',
  [`GET ${IMPORT}`]: 'viewer',
  [`PUT ${IMPORT}/mapping`]: ['editor', 'import.mapped'],
  [`POST ${IMPORT}/check`]: ['editor', 'import.checked'],
  [`POST ${IMPORT}/start`]: ['editor', 'import.started'],
  [`POST ${IMPORT}/cancel`]: ['editor', 'import.canceled'],
  [`GET ${IMPORT}/faults`]: 'viewer',
  [`GET ${IMPORT}/rejected.csv`]: 'editor',

  // Messages and conversations
  [`POST ${A}/messaging/message`]: ['sender', 'message.sent'],
  [`GET ${A}/messaging/message`]: 'viewer',
  [`GET ${A}/messaging/message/:messageId`]: 'viewer',
  [`GET ${A}/messaging/message/:messageId/clicks`]: 'viewer',
  [`POST ${A}/messaging/preview`]: ['editor', null],
  [`GET ${A}/conversations`]: 'viewer',
  [`GET ${A}/conversations/:conversationId`]: 'viewer',
  [`PATCH ${A}/conversations/:conversationId`]: ['editor', 'conversation.changed'],
  [`GET ${A}/conversations/:conversationId/messages`]: 'viewer',
  [`GET ${A}/conversations/:conversationId/notes`]: 'viewer',
  [`POST ${A}/conversations/:conversationId/notes`]: ['editor', 'conversation.note-added'],
  [`DELETE ${A}/conversations/:conversationId/notes/:noteId`]: ['editor', 'conversation.note-removed'],
  [`GET ${A}/colleagues`]: 'viewer',

  // Broadcasts
  [`POST ${A}/broadcasts/compose`]: ['sender', 'broadcast.composed'],
  [`POST ${A}/broadcasts/compose/preview`]: ['editor', null],
  [`POST ${A}/broadcasts/compose/samples`]: ['editor', null],
  [`GET ${A}/drafts`]: 'editor',
  [`POST ${A}/drafts`]: ['editor', 'draft.created'],
  [`GET ${A}/drafts/:draftId`]: 'editor',
  // Saved at every pause in typing: the draft itself says who changed it last, and the audit has who sent it.
  [`PUT ${A}/drafts/:draftId`]: ['editor', null],
  [`DELETE ${A}/drafts/:draftId`]: ['editor', 'draft.deleted'],
  [`GET ${A}/messaging/broadcasts`]: 'viewer',
  [`GET ${A}/messaging/broadcasts/:broadcastId/failures`]: 'viewer',
  [`GET ${A}/messaging/broadcasts/:broadcastId/failures/:errorType`]: 'viewer',
  [`GET ${A}/messaging/broadcasts/:broadcastId/variants`]: 'viewer',
  [`GET ${A}/messaging/broadcasts/:broadcastId/messages.csv`]: 'viewer',
  [`GET ${A}/senders`]: 'viewer',
  ...broadcasts('broadcast'),
  ...broadcasts('batch'),
  [`GET ${A}/broadcasts/:broadcastId/clicks`]: 'viewer',
  [`GET ${A}/broadcasts/:broadcastId/clicks/recipients`]: 'viewer',

  // Templates
  [`POST ${A}/templates`]: ['editor', 'template.created'],
  [`GET ${A}/templates`]: 'viewer',
  [`GET ${A}/templates/:templateId`]: 'viewer',
  [`PATCH ${A}/templates/:templateId`]: ['editor', 'template.changed'],
  [`DELETE ${A}/templates/:templateId`]: ['editor', 'template.deleted'],
  [`GET ${A}/templates/:templateId/versions`]: 'viewer',

  // Schedules
  [`POST ${SCHEDULES}`]: ['sender', 'schedule.created'],
  [`GET ${SCHEDULES}`]: 'viewer',
  [`GET ${SCHEDULES}/occurrences`]: 'viewer',
  [`GET ${SCHEDULES}/:scheduleId`]: 'viewer',
  [`PATCH ${SCHEDULES}/:scheduleId`]: ['sender', 'schedule.changed'],
  [`DELETE ${SCHEDULES}/:scheduleId`]: ['sender', 'schedule.canceled'],
  [`GET ${SCHEDULES}/:scheduleId/sends`]: 'viewer',
  [`GET ${SCHEDULES}/:scheduleId/upcoming`]: 'viewer',
  [`POST ${SCHEDULES}/:scheduleId/skips`]: ['sender', 'schedule.occurrence-skipped'],
  [`DELETE ${SCHEDULES}/:scheduleId/skips/:wallClock`]: ['sender', 'schedule.occurrence-restored'],
  [`POST ${A}/schedules`]: ['sender', 'schedule.created'],
  [`GET ${A}/schedules`]: 'viewer',
  [`GET ${A}/schedules/:scheduleId/occurrences`]: 'viewer',
  [`POST ${A}/schedules/preview`]: ['viewer', null],

  // Links
  [`GET ${A}/links`]: 'viewer',
  [`GET ${A}/links/:link/clicks`]: 'viewer',
  [`GET ${A}/links/:link/recipients`]: 'viewer',
  [`GET ${A}/admin/links`]: 'viewer',
  [`GET ${A}/admin/links/:link/clicks`]: 'viewer',
  [`GET ${A}/admin/links/:link/recipients`]: 'viewer',

  // Credits
  [`GET ${A}/account/credits`]: 'viewer',
  [`GET ${A}/account/credits/ledger`]: 'admin',
  [`POST ${A}/credits`]: ['owner', 'credits.granted'],
  [`GET ${A}/account/statistics`]: 'viewer',
  [`GET ${A}/outlook`]: 'viewer',
  [`GET ${A}/search`]: 'viewer',

  // System
  [`GET ${A}/warnings`]: 'viewer',
  'GET /system/accounts': 'owner',
  'POST /system/accounts': ['owner', 'account.created'],
  'GET /system/health': 'owner',
  'GET /system/processes': 'owner',
  'GET /system/jobs/dead': 'owner',
  'GET /system/carriers': 'owner',

  // Settings
  [`GET ${A}/settings`]: 'viewer',
  [`PATCH ${A}/settings`]: ['admin', 'settings.changed'],
  [`POST ${A}/groups`]: ['editor', 'group.created'],
  [`PATCH ${A}/groups/:groupId`]: ['editor', 'group.changed'],
  [`DELETE ${A}/groups/:groupId`]: ['editor', 'group.retired'],
  [`GET ${A}/groups/:groupId/settings`]: 'viewer',
  [`GET ${A}/groups/:groupId/used-by`]: 'viewer',
  [`GET ${A}/tags`]: 'viewer',
  [`POST ${A}/tags`]: ['editor', 'tag.created'],
  [`PATCH ${A}/tags/:tagId`]: ['editor', 'tag.renamed'],
  [`DELETE ${A}/tags/:tagId`]: ['editor', 'tag.removed'],
  [`GET ${A}/custom-fields`]: 'viewer',
  [`POST ${A}/custom-fields`]: ['admin', 'custom-field.created'],
  [`PATCH ${A}/custom-fields/:fieldKey`]: ['admin', 'custom-field.changed'],
  [`DELETE ${A}/custom-fields/:fieldKey`]: ['admin', 'custom-field.removed'],
  [`GET ${A}/custom-fields/:fieldKey/used-by`]: 'viewer',
  [`POST ${A}/tracking-links`]: ['editor', 'tracking-link.created'],
  [`PATCH ${A}/tracking-links/:link`]: ['editor', 'tracking-link.changed'],
  [`DELETE ${A}/tracking-links/:link`]: ['admin', 'tracking-link.removed'],
  [`GET ${A}/tracking-links/:link/used-by`]: 'viewer',
  [`GET ${A}/numbers`]: 'viewer',
  [`POST ${A}/numbers`]: ['owner', 'number.added'],
  [`PATCH ${A}/numbers/:number`]: ['admin', 'number.changed'],
  [`DELETE ${A}/numbers/:number`]: ['owner', 'number.removed'],
  [`GET ${A}/numbers/:number/used-by`]: 'viewer',
  [`GET ${A}/pools`]: 'viewer',
  [`GET ${A}/pools/:poolId/used-by`]: 'viewer',

  // Developers
  [`GET ${A}/keys`]: 'admin',
  [`POST ${A}/keys`]: ['admin', 'api-key.created'],
  [`DELETE ${A}/keys/:keyId`]: ['admin', 'api-key.revoked'],
  [`GET ${A}/requests`]: 'admin',
  [`GET ${A}/jobs/dead`]: 'admin',
  [`POST ${A}/jobs/dead/:jobId/retry`]: ['admin', 'job.retried'],
  [`DELETE ${A}/jobs/dead/:jobId`]: ['owner', 'job.discarded'],
  [`GET ${A}/webhooks`]: 'admin',
  [`POST ${A}/webhooks`]: ['admin', 'webhook.added'],
  [`GET ${WEBHOOK}`]: 'admin',
  [`PATCH ${WEBHOOK}`]: ['admin', 'webhook.changed'],
  [`DELETE ${WEBHOOK}`]: ['admin', 'webhook.removed'],
  [`POST ${WEBHOOK}/rotate-secret`]: ['admin', 'webhook.secret-rotated'],
  [`POST ${WEBHOOK}/test`]: ['admin', 'webhook.tested'],
  [`GET ${WEBHOOK}/deliveries`]: 'admin',
  [`GET ${WEBHOOK}/deliveries/:eventId`]: 'admin',
  [`POST ${WEBHOOK}/replay`]: ['admin', 'webhook.events-replayed'],
}

function broadcasts(kind: 'broadcast' | 'batch'): Readonly<Record<string, Access>> {
  const one = `${A}/messaging/${kind}/:broadcastId`
  return {
    [`POST ${A}/messaging/${kind}`]: ['sender', `${kind}.started`],
    [`GET ${one}`]: 'viewer',
    [`POST ${one}/cancel`]: ['sender', `${kind}.canceled`],
    [`POST ${one}/pause`]: ['sender', `${kind}.paused`],
    [`POST ${one}/resume`]: ['sender', `${kind}.resumed`],
    [`POST ${one}/retry`]: ['sender', `${kind}.retried`],
    [`GET ${one}/messages`]: 'viewer',
    [`GET ${one}/clicks`]: 'viewer',
    [`GET ${one}/clicks/recipients`]: 'viewer',
  }
}
