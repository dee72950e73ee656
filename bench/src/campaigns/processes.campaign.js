import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

export const campaign = {
  title: 'the tests that start servers, workers, commands or a browser, which take too long for `npm test`',

  /** Has no random choices. The short form leaves out the tasks in the dashboard, but none of its pages. */
  async run({ short }) {
    const folder = await mkdtemp(join(tmpdir(), 'carillon-processes-'))
    try {
      const { code, results } = await runJest(join(folder, 'results.json'), { short })
      const { numPassedTests: passed, numFailedTests, numRuntimeErrorTestSuites } = results
      const failed = numFailedTests + numRuntimeErrorTestSuites
      if (code !== 0 || failed > 0 || passed === 0)
        throw new Error(`${passed} tests passed, ${failed} failed, as shown above`)
      return { 'tests passed': passed, 'tests failed': failed }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
}

async function runJest(resultsFile, { short }) {
  const jest = spawn(
    process.execPath,
    [
      '--experimental-vm-modules',
      join(ROOT, 'node_modules/jest/bin/jest.js'),
      ...['--config', 'jest.processes.config.js', '--json', '--outputFile', resultsFile],
    ],
    { cwd: ROOT, env: { ...process.env, ...(short && { SHORT: '1' }) }, stdio: ['ignore', 'ignore', 'inherit'] },
  )
  const [code] = await once(jest, 'exit')
  return { code, results: JSON.parse(await readFile(resultsFile, 'utf8')) }
}
