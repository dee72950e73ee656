import type { Clock } from '@carillon/core'

/** The time of the machine. */
export const systemClock: Clock = { now: () => new Date() }
