import type { BroadcastClicksView, ClickTotals, FollowedLink, LinkStats, Page, RecipientClicks } from '@carillon/core'
import { PageQuery, Parameter } from '../input/query.js'
import { ANY_TEXT } from '../input/shape.js'

// The parts of click responses that the account API and the admin API share.

export class ClickRecipientsQuery extends PageQuery {
  /** Text that is not a link matches no clicks. */
  @Parameter(ANY_TEXT) link?: string
}

export function linksResponse({ results, ...page }: Page<FollowedLink>) {
  return {
    ...page,
    results: results.map(({ link, target, ...totals }) => ({ link, target, ...totalsResponse(totals) })),
  }
}

export function linkStatsResponse({ link, target, sent, totals, days }: LinkStats) {
  return { link, target: target ?? undefined, sent, totals: totalsResponse(totals), days }
}

export function broadcastClicksResponse({ recipients, recipientsWhoClicked, links }: BroadcastClicksView) {
  return {
    recipients,
    recipientsWhoClicked,
    links: links.map(({ link, sent, ...totals }) => ({ link, sent, ...totalsResponse(totals) })),
  }
}

export function recipientsResponse({ results, ...page }: Page<RecipientClicks>) {
  return { ...page, results: results.map(recipientResponse) }
}

function recipientResponse({ message, to, people, bots, repeats, firstAt, lastAt }: RecipientClicks) {
  const counts = { people, bots, repeats }
  return { to: to ?? undefined, messageId: message, ...counts, firstClickedAt: firstAt, lastClickedAt: lastAt }
}

/** `undefined` fields are omitted from the JSON. */
function totalsResponse({ recipients, people, bots, repeats, firstAt, lastAt }: ClickTotals) {
  const counts = { recipients, people, bots, repeats }
  return { ...counts, firstClickedAt: firstAt ?? undefined, lastClickedAt: lastAt ?? undefined }
}
