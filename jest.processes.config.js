import config from './jest.config.js'

const [, others] = config.projects

/** The tests that start servers, workers, commands or a browser as processes: `npm run campaign -- processes`. */
export default {
  ...config,
  projects: [
    {
      ...others,
      displayName: 'processes',
      testMatch: ['**/*.{process,browser}.test.ts'],
      testPathIgnorePatterns: ['/node_modules/'],
    },
  ],
}
