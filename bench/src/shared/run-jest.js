import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * Runs the tests of a configuration, shows their failures, and returns how many passed. Throws if one failed, or if none
 * ran.
 * @param {{ config: string, env?: Record<string, string> }} options
 */
export async function runJest({ config, env = {} }) {
  const folder = await mkdtemp(join(tmpdir(), 'carillon-jest-'))
  const resultsFile = join(folder, 'results.json')
  try {
    const jest = spawn(
      process.execPath,
      [
        '--experimental-vm-modules',
        join(ROOT, 'node_modules/jest/bin/jest.js'),
        ...['--config', config, '--json', '--outputFile', resultsFile],
      ],
      { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'ignore', 'inherit'] },
    )
    const [code] = await once(jest, 'exit')
    const results = JSON.parse(await readFile(resultsFile, 'utf8'))
    const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites, numPendingTests: skipped } = results
    const failed = numFailedTests + numRuntimeErrorTestSuites
    if (code !== 0 || failed > 0 || passed === 0) {
      throw new Error(`${passed} tests passed, ${failed} failed, as shown above`)
    }
    return { passed, skipped }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
