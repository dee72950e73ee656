import { runJest } from '../../shared/run-jest.js'
import { startCitus } from '../../shared/citus-lab.js'

const NODES = /** @type {const} */ (['coordinator', 'worker'])

export const campaign = {
  title: 'the tests of the HTTP API on a Citus cluster, through its coordinator and through a worker node',

  /** Has no random choices. The short form runs some of the tests, through a worker node only. */
  async run({ short }) {
    const cluster = await startCitus()
    /** @type {Record<string, number>} */
    const figures = {}
    try {
      for (const through of NODES.slice(short ? 1 : 0)) {
        const { coordinator, workers } = cluster
        const given = { CARILLON_TEST_CITUS: JSON.stringify({ coordinator, workers, through }) }
        const env = { ...given, SHORT: short ? '1' : '' }
        const { passed } = await runJest({ config: 'jest.citus-http.config.js', env })
        figures[`tests passed through a ${through}`] = passed
      }
      return figures
    } finally {
      await cluster.stop()
    }
  },
}
