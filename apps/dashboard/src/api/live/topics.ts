import type { Noun } from '../read.js'

/** What live events are about, and the nouns whose queries they invalidate. */
export const NOUNS_OF_TOPIC: Readonly<Record<string, readonly Noun[]>> = {
  account: [
    'account',
    'audit',
    'drafts',
    'fields',
    'groups',
    'keys',
    'links',
    'numbers',
    'settings',
    'tags',
    'users',
    'webhooks',
  ],
  broadcasts: ['broadcasts', 'statistics'],
  contacts: ['contacts', 'groups', 'consent'],
  conversations: ['conversations', 'consent'],
  credits: ['credits'],
  imports: ['imports'],
  messages: ['messages', 'conversations', 'statistics'],
  schedules: ['schedules'],
}
