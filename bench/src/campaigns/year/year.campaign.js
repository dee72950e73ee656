import { onStores } from './on-stores.js'
import { Year } from './year.js'

/** A whole year: daylight time begins and ends in both hemispheres. */
const WHOLE = { schedules: 500, from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z', restarts: 5, outages: 14 }
/** Clocks go forward in America and Europe, and back in Australia. */
const SHORT = { schedules: 50, from: '2026-03-01T00:00:00Z', until: '2026-04-12T00:00:00Z', restarts: 3, outages: 4 }

export const campaign = {
  title: 'a year of schedules: every occurrence once, none before its time, none an hour late',

  run: ({ seed, short, store, say }) => onStores(Year, short ? SHORT : WHOLE, { seed, store, say }),
}
