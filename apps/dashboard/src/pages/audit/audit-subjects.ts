/** What entries of an account can be about: the first part of their actions. */
export const AUDIT_SUBJECTS: readonly (readonly [subject: string, label: string])[] = [
  ['api-key', 'API keys'],
  ['batch', 'Batches'],
  ['broadcast', 'Broadcasts'],
  ['contact-list', 'Contact lists'],
  ['contact', 'Contacts'],
  ['contacts', 'Contacts by the API'],
  ['conversation', 'Conversations'],
  ['credits', 'Credits'],
  ['draft', 'Drafts'],
  ['custom-field', 'Fields'],
  ['membership', 'Group members'],
  ['group', 'Groups'],
  ['import', 'Imports'],
  ['job', 'Jobs'],
  ['tracking-link', 'Links'],
  ['message', 'Messages'],
  ['number', 'Numbers'],
  ['schedule', 'Schedules'],
  ['segment', 'Segments'],
  ['settings', 'Settings'],
  ['tag', 'Tags'],
  ['template', 'Templates'],
  ['user', 'Users'],
  ['webhook', 'Webhooks'],
]

/** The filter of the API that matches all actions about a subject. */
export const actionsAbout = (subject: string) => `${subject}.`
