import { onStores } from '../on-stores.js'
import { WindowsYear } from './windows-year.js'

const WHOLE = { accounts: 46, sends: 700, from: '2026-01-01T00:00:00Z', until: '2027-01-01T00:00:00Z', deaths: 60 }
/** Clocks go forward in America and Europe, and back in Australia. */
const SHORT = { accounts: 46, sends: 70, from: '2026-03-01T00:00:00Z', until: '2026-04-12T00:00:00Z', deaths: 12 }

export const campaign = {
  title: 'a year of sending windows: nobody is texted outside of one, nobody is left out, and nobody is texted twice',

  run: ({ seed, short, store, say }) => onStores(WindowsYear, short ? SHORT : WHOLE, { seed, store, say }),
}
