import type { Tone } from '../../parts/text/status-badge.js'
import type { BroadcastView } from './broadcast-path.js'

export const STATUSES = ['queued', 'sending', 'paused', 'completed', 'canceled', 'failed'] as const
export type Status = (typeof STATUSES)[number]

export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  queued: 'Queued',
  sending: 'Sending',
  paused: 'Paused',
  completed: 'Completed',
  canceled: 'Canceled',
  failed: 'Failed',
}

type Stateful = Pick<BroadcastView, 'status' | 'heldUntil'>

/** The state in a word. */
export function stateOf(broadcast: Stateful, nowMs: number): { readonly word: string; readonly tone: Tone } {
  const { status } = broadcast
  if (isHeld(broadcast, nowMs)) return { word: 'Starts soon', tone: 'doubtful' }
  return { word: STATUS_WORDS[status], tone: TONES[status] }
}

const TONES: Readonly<Record<Status, Tone>> = {
  queued: 'neutral',
  sending: 'active',
  paused: 'doubtful',
  completed: 'good',
  canceled: 'neutral',
  failed: 'bad',
}

/** Nothing has left yet, and canceling undoes everything. */
export function isHeld({ status, heldUntil }: Stateful, nowMs: number): boolean {
  return status === 'queued' && heldUntil !== undefined && nowMs < Date.parse(heldUntil)
}

/** Whether it has not ended: more can happen to it by itself, or once it is resumed. */
export function isRunning({ status }: Pick<BroadcastView, 'status'>): boolean {
  return status === 'queued' || status === 'sending' || status === 'paused'
}

/** Recipients who got nothing because the broadcast was canceled. They are in none of the counts. */
export function neverSent({ totalRecipients, counts }: Pick<BroadcastView, 'totalRecipients' | 'counts'>): number {
  return totalRecipients - counts.queued - counts.sent - counts.failed
}

/** How many of the recipients that are queued wait for their sending window. */
export function heldWords(held: number): string {
  return held === 1
    ? '1 of those waiting is held until their sending window opens.'
    : `${NUMBERS.format(held)} of those waiting are held until their sending window opens.`
}

const NUMBERS = new Intl.NumberFormat('en')

/** Whether nothing leaves until a sending window opens. */
export function waitsForWindows({ counts: { queued, held = 0 } }: Pick<BroadcastView, 'counts'>): boolean {
  return queued > 0 && held === queued
}
