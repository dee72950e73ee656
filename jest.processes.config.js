import config from './jest.config.js'

const [, others] = config.projects

/** In the short form, the tests of tasks in the dashboard are left out, except those of its pages and its shell. */
const LEFT_OUT = process.env['SHORT'] ? ['/end-to-end/dashboard/(?!pages|shell)'] : []

/** The tests that start servers, workers, commands or a browser as processes: `npm run campaign -- processes`. */
export default {
  ...config,
  projects: [
    {
      ...others,
      displayName: 'processes',
      testMatch: ['**/*.{process,browser}.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...LEFT_OUT],
    },
  ],
}
