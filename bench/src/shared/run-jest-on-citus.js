import { startCitus } from './citus-lab.js'
import { runJest } from './run-jest.js'

const NODES = ['coordinator', 'worker']

/**
 * Runs the tests of a configuration on a Citus cluster, through its coordinator and through a worker node or only through
 * one of them, and returns how many passed.
 * @param {{ config: string, through: string | undefined, env?: Record<string, string> }} options
 */
export async function runJestOnCitus({ config, through: only, env = {} }) {
  if (only !== undefined && !NODES.includes(only)) throw new Error(`--through takes ${NODES.join(' or ')}, not ${only}`)
  const cluster = await startCitus()
  /** @type {Record<string, number>} */
  const figures = {}
  try {
    for (const through of only === undefined ? NODES : [only]) {
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
