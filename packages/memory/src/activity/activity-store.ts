import {
  auditMark,
  COUNT_MAX,
  MARKS_MAX,
  type AccountId,
  type Activity,
  type ActivityStore,
  type Mark,
  type Topic,
} from '@carillon/core'
import { by, downward, firstOf } from '../tables/order.js'
import { SERVICE, type Tables } from '../tables/tables.js'

type Watched =
  | 'auditEntries'
  | 'balances'
  | 'broadcasts'
  | 'contactImports'
  | 'contacts'
  | 'conversations'
  | 'messages'
  | 'schedules'

export class MemoryActivityStore implements ActivityStore {
  constructor(private readonly tables: Pick<Tables, Watched>) {}

  async read(account: AccountId): Promise<Activity> {
    const { auditEntries, balances, broadcasts, contactImports, contacts, conversations, messages, schedules } =
      this.tables
    const entries = auditEntries.of(SERVICE).filter((entry) => entry.account === account)
    const running = broadcasts.of(account).filter(({ status }) => status === 'queued' || status === 'sending')
    const unread = conversations.of(account).filter((conversation) => conversation.unread > 0)
    return {
      marks: [
        ...marksOf('broadcasts', broadcasts.of(account), ({ createdAt }) => createdAt),
        ...marksOf('contacts', contacts.of(account), ({ createdAt }) => createdAt).map(withoutVersion),
        ...marksOf('conversations', conversations.of(account), ({ lastAt }) => lastAt),
        ...balances
          .of(account)
          .map((balance) => ({ topic: 'credits', id: account, version: textOf(balance) }) as const),
        ...marksOf('imports', contactImports.of(account), ({ createdAt }) => createdAt),
        ...marksOf('messages', messages.of(account), ({ createdAt }) => createdAt),
        ...marksOf('schedules', schedules.of(account), ({ createdAt }) => createdAt),
        ...marksOf('account', entries, ({ at }) => at).map(({ id }) => auditMark(auditEntries.get(SERVICE, id)!)),
      ],
      counts: {
        broadcasts: { running: Math.min(COUNT_MAX, running.length) },
        conversations: { unread: Math.min(COUNT_MAX, unread.length) },
      },
    }
  }
}

function marksOf<T extends { readonly id: string }>(
  topic: Topic,
  rows: readonly T[],
  timeOf: (row: T) => Date,
): readonly Mark[] {
  const newestFirst = downward<T>(by(timeOf, ({ id }) => id))
  return firstOf(rows, newestFirst, MARKS_MAX).map((row) => ({ topic, id: row.id, version: textOf(row) }))
}

/** New contacts are noticed; their changes are in the audit, or come with a text. */
function withoutVersion(mark: Mark): Mark {
  return { ...mark, version: '' }
}

function textOf(row: object): string {
  return JSON.stringify(row)
}
