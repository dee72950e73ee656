import { runJest } from '../../shared/run-jest.js'

const LONG = { contacts: 300, filters: 10_000 }
const SHORT = { contacts: 200, filters: 500 }

export const campaign = {
  title: 'random filters over random contacts: Postgres finds those that the predicate of the core lets pass',

  async run({ seed, short }) {
    const compared = { seed, ...(short ? SHORT : LONG) }
    const env = { CARILLON_TEST_FILTERS: JSON.stringify(compared) }
    await runJest({ config: 'jest.filters.config.js', env })
    return {
      'contacts, and as many of another account': compared.contacts,
      'filters compared': compared.filters,
      differences: 0,
    }
  },
}
