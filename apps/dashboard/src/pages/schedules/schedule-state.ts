import type { Tone } from '../../parts/text/status-badge.js'
import type { Status } from './schedules-search.js'

export const STATE_WORDS: Readonly<Record<Status, { readonly word: string; readonly tone: Tone }>> = {
  active: { word: 'Active', tone: 'good' },
  paused: { word: 'Paused', tone: 'doubtful' },
  ended: { word: 'Ended', tone: 'neutral' },
}
