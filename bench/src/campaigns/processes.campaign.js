import { runJest } from '../shared/run-jest.js'

export const campaign = {
  title: 'the tests that start servers, workers, commands or a browser, which take too long for `npm test`',

  /** Has no random choices. The short form leaves out the tasks in the dashboard, but none of its pages. */
  async run({ short }) {
    const { passed } = await runJest({ config: 'jest.processes.config.js', env: short ? { SHORT: '1' } : {} })
    return { 'tests passed': passed, 'tests failed': 0 }
  },
}
