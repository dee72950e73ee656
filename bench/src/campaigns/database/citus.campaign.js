import { runJest } from '../../shared/run-jest.js'
import { startCitus } from '../../shared/citus-lab.js'

const NODES = /** @type {const} */ (['coordinator', 'worker'])

export const campaign = {
  title: 'the tests of the Postgres adapters on a Citus cluster, through its coordinator and through a worker node',

  /** Has no random choices. The short form goes through a worker node only. */
  async run({ short }) {
    const cluster = await startCitus()
    /** @type {Record<string, number>} */
    const figures = {}
    try {
      for (const through of NODES.slice(short ? 1 : 0)) {
        const { coordinator, workers } = cluster
        const env = { CARILLON_TEST_CITUS: JSON.stringify({ coordinator, workers, through }) }
        const { passed, skipped } = await runJest({ config: 'jest.citus.config.js', env })
        figures[`tests passed through a ${through}`] = passed
        figures['skipped, because they are about one Postgres'] = skipped
      }
      return figures
    } finally {
      await cluster.stop()
    }
  },
}
