import { isBotAgent } from '../../model/links/bot-agents.js'
import { CLICKS_KEPT_MAX, type Click, type RecordedClick, type Visitor } from '../../model/links/click.js'
import { isCode, isTrackingLink, type TrackingLink } from '../../model/links/tracking-link.js'
import { visitorNetworkOf } from '../../model/links/visitor-network.js'
import type { Clock, Ids } from '../../ports/runtime.js'
import type { Secrets } from '../../ports/secrets.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import type { AccountId, EventId } from '../../values/ids.js'
import { networkOf } from '../../values/text/network.js'
import { storableAgent } from '../../values/text/text.js'

export type FollowLinkInput = {
  /** The host of the URL as the visitor's browser sent it, without a port. */
  readonly host: string
  /** The decoded path of the URL. */
  readonly path: string
  readonly agent: string | null
  /** Whether nobody sees the target yet: a HEAD request, or a page that is loaded ahead of time. */
  readonly isOnlyALook: boolean
  /** For the log: receives the account of a registered link. May be called again. */
  readonly onAccountFound?: (account: AccountId) => void
  /**
   * The visitor's IP address. Few clicks from one network count as clicks by people, the others as repeats. Without an
   * address, every click counts: strangers with an unknown address are not taken for one visitor.
   */
  readonly address?: string | null
}

type FollowLinkDeps = {
  readonly unitOfWork: UnitOfWork
  readonly clock: Clock
  readonly ids: Ids
  readonly secrets: Secrets
}

/** Counts a click and returns the target of the registered link; null if the URL is not a registered link. */
export class FollowLink {
  constructor(private readonly deps: FollowLinkDeps) {}

  async execute(input: FollowLinkInput): Promise<string | null> {
    const candidates = candidatesOf(input)
    if (candidates.length === 0) return null
    const [at, eventId] = [this.deps.clock.now(), this.deps.ids.next('evt')]
    return this.deps.unitOfWork.run(async (stores) => {
      const found = await stores.trackingLinks.findAll(candidates.map(({ link }) => link))
      const followed = candidates.find(({ link }) => found.has(link))
      if (followed === undefined) return null
      const link = found.get(followed.link)!
      input.onAccountFound?.(link.account)
      const click = {
        ...followed,
        account: link.account,
        at,
        visitor: visitorOf(input),
        agent: storableAgent(input.agent),
        network: this.networkOn(link, input.address ?? null),
      }
      const count = await stores.clicks.record(click)
      if (!count.isRepeat) {
        const counted = { statistic: 'click', detail: click.visitor, at, count: 1 } as const
        await stores.statistics.count(link.account, [counted])
      }
      if (click.visitor === 'person') await publishClick(stores, { eventId, click, count })
      return link.target
    })
  }

  /** The hash ignores the code, because a visitor can make up any number of codes that were never sent. */
  private networkOn({ account, link }: TrackingLink, address: string | null): number | null {
    if (address === null) return null
    return visitorNetworkOf(this.deps.secrets.hash(`visitor ${account} ${link} ${networkOf(address)}`))
  }
}

type LinkAndCode = Pick<Click, 'link' | 'code'>

/**
 * The possible meanings of the URL: the bare link, or a link followed by a code, in this order. A phone may treat the
 * full stop after a URL as part of the URL.
 */
function candidatesOf({ host, path }: FollowLinkInput): readonly LinkAndCode[] {
  const whole = `${host.toLowerCase().replace(/\.$/, '')}${path.replace(/\/$/, '')}`
  const trimmed = whole.replace(PUNCTUATION_BEHIND, '')
  const cut = trimmed.lastIndexOf('/')
  const behind = trimmed.slice(cut + 1)
  return [
    { link: whole, code: null },
    { link: trimmed, code: null },
    { link: trimmed.slice(0, Math.max(cut, 0)), code: isCode(behind) ? behind : null },
  ].filter(({ link }) => isTrackingLink(link))
}

/** Punctuation after a URL at the end of a sentence. The input is unbounded: each run of marks is scanned only once. */
const PUNCTUATION_BEHIND = /(?<![.,;:!?)'"\]])[.,;:!?)'"\]]{1,5}$/

function visitorOf({ agent, isOnlyALook }: FollowLinkInput): Visitor {
  return isOnlyALook || (agent !== null && isBotAgent(agent)) ? 'bot' : 'person'
}

type CountedClick = { readonly eventId: EventId; readonly click: Click; readonly count: RecordedClick }

/**
 * Appends an event only for a click on a message link that is not a repeat, and at most `CLICKS_KEPT_MAX` for one URL,
 * because anybody can open the URL again and again.
 */
async function publishClick({ events, messages }: Stores, { eventId, click, count }: CountedClick): Promise<void> {
  const { account, link, at } = click
  if (
    count.message === null ||
    count.isRepeat ||
    count.people > CLICKS_KEPT_MAX ||
    !(await events.hasSubscribers(account, 'link.clicked'))
  )
    return
  const message = await messages.find(account, count.message)
  if (message === null) return
  const data = { link, message: { id: message.id, to: message.to }, isFirst: count.people === 1 }
  await events.append(account, [{ id: eventId, account, at, type: 'link.clicked', data }])
}
