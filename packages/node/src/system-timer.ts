import { setTimeout } from 'node:timers/promises'
import type { Timer } from '@carillon/core'

/** Keeps no process alive that has nothing else to do. */
export const systemTimer: Timer = { wait: (durationMs) => setTimeout(durationMs, undefined, { ref: false }) }
