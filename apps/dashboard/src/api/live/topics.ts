import type { Noun } from '../read.js'

/** What live events are about, and the nouns whose queries they invalidate. */
export const NOUNS_OF_TOPIC: Readonly<Record<string, readonly Noun[]>> = {
  account: [
    'account',
    'audit',
    'drafts',
    'fields',
    'forms',
    'groups',
    'jobs',
    'keys',
    'links',
    'numbers',
    'segments',
    'settings',
    'tags',
    'templates',
    'users',
    'webhooks',
  ],
  broadcasts: ['broadcasts', 'statistics'],
  contacts: ['contacts', 'groups', 'segments', 'consent'],
  conversations: ['conversations', 'consent'],
  credits: ['credits'],
  imports: ['imports'],
  messages: ['messages', 'conversations', 'statistics'],
  schedules: ['schedules'],
}
