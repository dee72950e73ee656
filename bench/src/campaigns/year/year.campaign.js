import { STORES } from './fixture.js'
import { Year } from './year.js'

/** A whole year: daylight time begins and ends in both hemispheres. */
const WHOLE = { schedules: 500, from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z', restarts: 5, outages: 14 }
/** Clocks go forward in America and Europe, and back in Australia. */
const SHORT = { schedules: 50, from: '2026-03-01T00:00:00Z', until: '2026-04-12T00:00:00Z', restarts: 3, outages: 4 }

export const campaign = {
  title: 'a year of schedules: every occurrence once, none before its time, none an hour late',

  async run({ seed, short, store, say }) {
    const { from, until, ...size } = short ? SHORT : WHOLE
    const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) }
    const figures = {}
    for (const one of store === undefined ? STORES : [store]) {
      const startedAt = performance.now()
      const year = await Year.open({ store: one, seed, ...size, ...span })
      try {
        for (const [figure, value] of Object.entries(await year.run((text) => say(`${one}: ${text}`)))) {
          figures[`${one}: ${figure}`] = value
        }
      } finally {
        await year.close()
      }
      figures[`${one}: seconds`] = ((performance.now() - startedAt) / 1_000).toFixed(1)
    }
    return figures
  },
}
