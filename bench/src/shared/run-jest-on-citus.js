import { startCitus } from './citus-lab.js'
import { runJest } from './run-jest.js'

const NODES = /** @type {const} */ (['coordinator', 'worker'])

/**
 * Runs the tests of a configuration on a Citus cluster, through its coordinator and through a worker node, and returns how
 * many passed. The short form goes through a worker node only.
 * @param {{ config: string, short: boolean, env?: Record<string, string> }} options
 */
export async function runJestOnCitus({ config, short, env = {} }) {
  const cluster = await startCitus()
  /** @type {Record<string, number>} */
  const figures = {}
  try {
    for (const through of NODES.slice(short ? 1 : 0)) {
      const { coordinator, workers } = cluster
      const given = { CARILLON_TEST_CITUS: JSON.stringify({ coordinator, workers, through }) }
      const { passed, skipped } = await runJest({ config, env: { ...env, ...given } })
      figures[`tests passed through a ${through}`] = passed
      figures['skipped, because they are about one Postgres'] = skipped
    }
    return figures
  } finally {
    await cluster.stop()
  }
}
