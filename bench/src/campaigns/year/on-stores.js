import { STORES } from './fixture.js'

/** Runs a simulated year on each store, or on the given one. Returns the figures of all, with the seconds that each took. */
export async function onStores(Simulated, { from, until, ...size }, { store, seed, say }) {
  const span = { fromMs: Date.parse(from), untilMs: Date.parse(until) }
  const figures = {}
  for (const one of store === undefined ? STORES : [store]) {
    const startedAt = performance.now()
    const year = await Simulated.open({ store: one, seed, ...size, ...span })
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
}
