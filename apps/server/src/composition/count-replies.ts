import type { HandledInbound } from '@carillon/core'
import { Counter, type Registry } from 'prom-client'

/** Counts the keywords in inbound texts, and what became of the replies. */
export function countReplies(registry: Registry): (handled: HandledInbound) => void {
  const replies = new Counter({
    name: 'carillon_keyword_replies_total',
    help: 'Keywords in inbound texts, and whether a reply was sent: sent, none, or the limit that withheld it',
    labelNames: ['keyword', 'outcome'] as const,
    registers: [registry],
  })
  return ({ keyword, reply }) => {
    if (keyword !== null) replies.inc({ keyword, outcome: reply ?? 'none' })
  }
}
