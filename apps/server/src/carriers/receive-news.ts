import type { UseCases } from '@carillon/container'
import { parseReference, type CarrierNews, type CarrierReceipt, type CarrierText, type Clock } from '@carillon/core'
import type { CarrierMetrics } from './carrier-metrics.js'
import type { TestTexts } from './test-texts.js'

export type NewsDeps = {
  /** The use cases need the carriers, so they are created after them. */
  readonly useCases: Promise<Pick<UseCases, 'receiveInbound' | 'receiveReceipt'>>
  readonly clock: Clock
  readonly metrics: CarrierMetrics
  readonly testTexts: TestTexts
}

/** Stores what a carrier has reported. When it resolves, nothing of it can be lost. All of it may come again. */
export async function receiveNews(deps: NewsDeps, carrier: string, news: readonly CarrierNews[]): Promise<void> {
  for (const one of news) {
    if (one.kind === 'receipt') await receiveReceipt(deps, carrier, one)
    else await receiveText(deps, carrier, one)
  }
}

async function receiveReceipt(
  { useCases, clock, metrics, testTexts }: NewsDeps,
  carrier: string,
  receipt: CarrierReceipt,
) {
  const { reference, at, failure } = receipt
  const now = clock.now()
  metrics.receipts.inc({ carrier, outcome: failure?.type ?? 'delivered' })
  if (at !== null) metrics.receiptLag.observe({ carrier }, Math.max(0, now.getTime() - at.getTime()) / 1_000)
  if (reference === null || testTexts.receive(carrier, reference, failure)) return
  const named = parseReference(reference)
  if (named === null) return
  const { account, id: message } = named
  await (await useCases).receiveReceipt.execute({ account, message, at: at ?? now, failure })
}

/** Ids of carriers are only unique with the name of the carrier. A worker sends the reply, as the carrier waits. */
async function receiveText({ useCases }: NewsDeps, carrier: string, text: CarrierText) {
  const { from, to, body, mediaUrls, providerId, isAnswered } = text
  const [mediaUrl = null, ...furtherMedia] = mediaUrls
  const inbound = { from, to, body, mediaUrl, furtherMedia, providerId: `${carrier}:${providerId}`, isAnswered }
  await (await useCases).receiveInbound.execute(inbound, { leavesReply: true })
}
