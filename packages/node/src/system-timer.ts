import { setTimeout } from 'node:timers/promises'
import type { Timer } from '@carillon/core'

/** Does not keep the process alive. */
export const systemTimer: Timer = { wait: (durationMs) => setTimeout(durationMs, undefined, { ref: false }) }
