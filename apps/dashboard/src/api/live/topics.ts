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
    'segments',
    'settings',
    'tags',
    'templates',
    'users',
    'webhooks',
  ],
  broadcasts: ['broadcasts', 'statistics'],
  contacts: ['contacts', 'groups', 'consent'],
  // A text such as STOP or YES changes the consent of a person, and with it the members of groups.
  conversations: ['conversations', 'consent', 'contacts', 'groups'],
  credits: ['credits'],
  imports: ['imports'],
  messages: ['messages', 'conversations', 'statistics'],
  schedules: ['schedules'],
}
