import { STORES } from '../fixture.js'
import { WindowsYear } from './windows-year.js'

const WHOLE = { accounts: 46, sends: 700, from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z', deaths: 60 }
/** Clocks go forward in America and Europe, and back in Australia. */
const SHORT = { accounts: 46, sends: 70, from: '2026-03-01T00:00:00Z', until: '2026-04-12T00:00:00Z', deaths: 12 }

export const campaign = {
  title: 'a year of sending windows: nobody is texted outside of one, nobody is left out, and nobody is texted twice',

  async run({ seed, short, store, say }) {
    const { from, until, ...size } = short ? SHORT : WHOLE
    const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) }
    const figures = {}
    for (const one of store === undefined ? STORES : [store]) {
      const startedAt = performance.now()
      const year = await WindowsYear.open({ store: one, seed, ...size, ...span })
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
