import type { Noun } from '../read.js'

/** What live events are about, and the nouns whose queries they invalidate. */
export const NOUNS_OF_TOPIC: Readonly<Record<string, readonly Noun[]>> = {
  broadcasts: ['broadcasts', 'statistics'],
  contacts: ['contacts', 'groups', 'segments', 'consent'],
  conversations: ['conversations'],
  credits: ['credits'],
  imports: ['imports'],
  messages: ['messages', 'conversations', 'statistics'],
  schedules: ['schedules'],
}
