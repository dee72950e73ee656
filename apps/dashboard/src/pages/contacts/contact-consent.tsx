import { StatusBadge, type Tone } from '../../parts/text/status-badge.js'
import type { ConsentState } from './contacts-route.js'

export const CONSENT_LABELS: Readonly<Record<ConsentState, string>> = {
  opted_in: 'Opted in',
  pending: 'Waiting for YES',
  none: 'Not opted in',
  opted_out: 'Opted out',
}

const TONES: Readonly<Record<ConsentState, Tone>> = {
  opted_in: 'good',
  pending: 'doubtful',
  none: 'neutral',
  opted_out: 'bad',
}

/** What each state means for sending. */
export const CONSENT_MEANING: Readonly<Record<ConsentState, string>> = {
  opted_in: 'Can be texted.',
  pending: 'Was asked to reply YES. Until then, this contact cannot be texted.',
  none: 'In no group, so this contact cannot be texted.',
  opted_out: 'Sent STOP. Only this contact can opt in again, by texting START or by the opt-in form.',
}

export function ConsentBadge({ state }: { readonly state: ConsentState }) {
  return <StatusBadge tone={TONES[state]}>{CONSENT_LABELS[state]}</StatusBadge>
}
