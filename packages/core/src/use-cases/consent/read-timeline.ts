import type { Account } from '../../model/accounts/account.js'
import type { ClickCount } from '../../model/links/click.js'
import { messageView, withHoldAt, type MessageView } from '../../model/messages/message-view.js'
import type { Message, MessagePurpose } from '../../model/messages/message.js'
import type { Clock } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { joinedCursor, splitCursor } from '../../values/cursor.js'
import { cursorPage, type CursorPage, type CursorRequest, type Place } from '../../values/page.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { logOf, type LoggedConsent } from './read-consent.js'

export type ReadTimelineInput = CursorRequest & { readonly account: Account; readonly phone: PhoneNumber }

/** A text has the clicks on its links, because they belong to it however much later they came. */
export type TimelineEntry =
  | {
      readonly kind: 'text'
      readonly at: Date
      readonly message: MessageView
      readonly purpose: MessagePurpose
      readonly clicks: readonly Pick<ClickCount, 'link' | 'people' | 'bots' | 'firstAt' | 'lastAt'>[]
    }
  | { readonly kind: 'consent'; readonly at: Date; readonly change: LoggedConsent }

/** All texts to and from a number with their clicks, and all changes of its consent, newest first. */
export class ReadTimeline {
  constructor(private readonly deps: { unitOfWork: UnitOfWork; clock: Clock; secrets: Secrets }) {}

  /** Also works for a number without a contact. */
  execute({ account, phone, cursor, limit }: ReadTimelineInput): Promise<CursorPage<TimelineEntry>> {
    const after = cursor === null ? null : splitCursor(cursor)
    return this.deps.unitOfWork.run(async (stores) => {
      const subject = this.deps.secrets.pseudonymOf(account.id, phone)
      const messages = await stores.messages.ofNumber(account.id, phone, { after, limit: limit + 1 })
      const changes = (await logOf(stores, account.id, subject)).filter((change) => isAfter(change, after))
      const now = this.deps.clock.now()
      const texts = messages.map((message) => textItem(withHoldAt(message, now)))
      const items = [...texts, ...changes.map(consentItem)].sort(newestFirst)
      const { results, nextCursor } = cursorPage(items, limit, ({ place: { at, id } }) => joinedCursor(at, id))
      const entries: TimelineEntry[] = []
      for (const { place, of } of results) entries.push(await entryOf(stores, place, of))
      return { results: entries, nextCursor }
    })
  }
}

type Item = { readonly place: Place; readonly of: Message | LoggedConsent }

function textItem(message: Message): Item {
  return { place: { at: message.createdAt, id: message.id }, of: message }
}

function consentItem(change: LoggedConsent): Item {
  return { place: change, of: change }
}

function isAfter(place: Place, after: Place | null): boolean {
  return after === null || newestFirst({ place: after }, { place }) < 0
}

function newestFirst({ place: a }: Pick<Item, 'place'>, { place: b }: Pick<Item, 'place'>): number {
  return b.at.getTime() - a.at.getTime() || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

async function entryOf({ clicks }: Stores, { at }: Place, of: Message | LoggedConsent): Promise<TimelineEntry> {
  if (!('direction' in of)) return { kind: 'consent', at, change: of }
  const followed = of.direction === 'outbound' ? await clicks.of(of.account, of.id) : []
  return {
    kind: 'text',
    at,
    message: messageView(of),
    purpose: of.purpose,
    clicks: followed.map(({ link, people, bots, firstAt, lastAt }) => ({ link, people, bots, firstAt, lastAt })),
  }
}
