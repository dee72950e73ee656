import type { components } from '../../api/schema.js'

export type AccountRole = components['schemas']['UserRole']

/** What each role may do, as people choose it. */
export const ROLE_CHOICES: readonly { readonly value: AccountRole; readonly label: string }[] = [
  { value: 'viewer', label: 'Viewer: reads' },
  { value: 'editor', label: 'Editor: changes people' },
  { value: 'sender', label: 'Sender: sends texts' },
  { value: 'admin', label: 'Admin: settings, users' },
]
