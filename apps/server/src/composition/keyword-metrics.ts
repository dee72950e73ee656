import type { HandledInbound } from '@carillon/core'
import { Counter, type Registry } from 'prom-client'

/** Creates the metrics of keywords. Call this function once per registry. */
export function createKeywordMetrics(registry: Registry) {
  return {
    replies: new Counter({
      name: 'carillon_keyword_replies_total',
      help: 'Keywords in inbound texts, by what became of the reply: sent, none (not needed), insufficient-credits, or the limit that withheld it',
      labelNames: ['keyword', 'outcome'] as const,
      registers: [registry],
    }),
  }
}

/** Returns a function that counts the keyword of an inbound text, and what became of the reply. */
export function countReplies(registry: Registry): (handled: HandledInbound) => void {
  const { replies } = createKeywordMetrics(registry)
  return ({ keyword, reply }) => {
    if (keyword !== null) replies.inc({ keyword, outcome: reply ?? 'none' })
  }
}
