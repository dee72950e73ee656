import { CONSENT_LABELS } from '../../parts/text/consent-words.js'
import { StatusBadge, type Tone } from '../../parts/text/status-badge.js'
import type { ConsentState } from './contacts-search.js'

const TONES: Readonly<Record<ConsentState, Tone>> = {
  opted_in: 'good',
  pending: 'doubtful',
  none: 'neutral',
  opted_out: 'bad',
}

export function ConsentBadge({ state }: { readonly state: ConsentState }) {
  return <StatusBadge tone={TONES[state]}>{CONSENT_LABELS[state]}</StatusBadge>
}
