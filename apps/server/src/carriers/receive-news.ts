import type { UseCases } from '@carillon/container'
import {
  parseReference,
  type CarrierFailure,
  type CarrierNews,
  type CarrierReceipt,
  type CarrierText,
  type Clock,
  type TestTexts,
} from '@carillon/core'
import type { CarrierMetrics } from './carrier-metrics.js'
import type { CarrierReceiver, Handled } from './module/carrier-intake.js'
import { isTestReference } from './test-references.js'

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

/** Stores what the module of a carrier reports, like the news of any other carrier. */
export function moduleReceiver(deps: NewsDeps, carrier: string): CarrierReceiver {
  return {
    receiveText({ mediaUrl, ...text }) {
      const mediaUrls = mediaUrl === null ? [] : [mediaUrl]
      return receiveText(deps, carrier, { kind: 'inbound', isAnswered: false, ...text, mediaUrls })
    },
    receiveReceipt({ failure, ...receipt }) {
      const known = failure && { carrierCode: null, ...failure }
      return receiveReceipt(deps, carrier, { kind: 'receipt', providerId: null, ...receipt, failure: known })
    },
  }
}

/** For carriers whose receipts are stored in another way too. */
export function countReceipt({ receipts }: CarrierMetrics, carrier: string, failure: CarrierFailure | null): void {
  receipts.inc({ carrier, outcome: failure?.type ?? 'delivered' })
}

/** `isHandled` is false if the reference is of no message. */
async function receiveReceipt(
  { useCases, clock, metrics, testTexts }: NewsDeps,
  carrier: string,
  receipt: CarrierReceipt,
): Promise<Handled> {
  const { reference, at, failure, providerId } = receipt
  const now = clock.now()
  countReceipt(metrics, carrier, failure)
  if (at !== null) metrics.receiptLag.observe({ carrier }, Math.max(0, now.getTime() - at.getTime()) / 1_000)
  if (reference === null) return { isHandled: false }
  if (isTestReference(reference)) {
    await testTexts.receive({ carrier, reference }, failure)
    return { isHandled: true }
  }
  const named = parseReference(reference)
  if (named === null) return { isHandled: false }
  const { account, id: message } = named
  await (await useCases).receiveReceipt.execute({ account, message, at: at ?? now, failure, carrier, providerId })
  return { isHandled: true }
}

/** Ids of carriers are only unique with the name of the carrier. A worker sends the reply, as the carrier waits. */
async function receiveText({ useCases }: NewsDeps, carrier: string, text: CarrierText): Promise<Handled> {
  const { from, to, body, mediaUrls, providerId, isAnswered } = text
  const [mediaUrl = null, ...furtherMedia] = mediaUrls
  const inbound = { from, to, body, mediaUrl, furtherMedia, providerId: `${carrier}:${providerId}`, isAnswered }
  return (await useCases).receiveInbound.execute(inbound, { leavesReply: true })
}
