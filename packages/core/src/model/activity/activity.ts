import type { AccountId } from '../../values/ids.js'

/** What a page can show, and wants to hear about. */
export const TOPICS = [
  'account',
  'broadcasts',
  'contacts',
  'conversations',
  'credits',
  'imports',
  'messages',
  'schedules',
] as const
export type Topic = (typeof TOPICS)[number]

/** One of the newest objects of a topic. Its version differs after each change, and means nothing else. */
export type Mark = { readonly topic: Topic; readonly id: string; readonly version: string }

/** Small numbers that pages show, such as of unread conversations. */
export type Counts = Readonly<Record<string, number>>

/** The state of an account, as far as it takes to notice that it has changed. */
export type Activity = {
  readonly marks: readonly Mark[]
  readonly counts: Readonly<Partial<Record<Topic, Counts>>>
}

/** How many of the newest objects of a topic are watched. */
export const MARKS_MAX = 50
/** The counts stop here: nobody needs to know exactly how many more there are. */
export const COUNT_MAX = 100

export interface ActivityStore {
  /**
   * Reads the newest objects of each topic, at most `MARKS_MAX`, and the newest audit entries of the account. Takes the
   * same time for an account with millions of contacts and messages.
   */
  read(account: AccountId): Promise<Activity>
}

/** The topics by the noun at the start of an action in the audit log. All others belong to the account. */
const TOPIC_OF_NOUN: Readonly<Record<string, Topic>> = {
  batch: 'broadcasts',
  broadcast: 'broadcasts',
  contact: 'contacts',
  'contact-list': 'contacts',
  contacts: 'contacts',
  conversation: 'conversations',
  credits: 'credits',
  import: 'imports',
  membership: 'contacts',
  message: 'messages',
  schedule: 'schedules',
}

/** The mark of an audit entry: somebody has changed something, perhaps an object that is not among the newest. */
export function auditMark({ id, action }: { readonly id: string; readonly action: string }): Mark {
  return { topic: TOPIC_OF_NOUN[action.split('.')[0]!] ?? 'account', id, version: '' }
}
