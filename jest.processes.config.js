import config from './jest.config.js'

const [, others] = config.projects

/** The tests that start servers, workers and commands as processes: `npm run campaign -- processes`. */

export default {
  ...config,
  projects: [
    {
      ...others,
      displayName: 'processes',
      testMatch: ['**/*.process.test.ts'],
      testPathIgnorePatterns: ['/node_modules/'],
    },
  ],
}
