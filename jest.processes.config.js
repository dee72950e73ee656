import config from './jest.config.js'

const [, others, tooling] = config.projects

/**
 * The short form leaves out the tests of tasks in the dashboard, except those of its pages and its shell, and the one of
 * a killed import.
 */
const LEFT_OUT = process.env['SHORT'] ? ['/end-to-end/dashboard/(?!pages|shell)', '/end-to-end/imports'] : []

/** The tests that start servers, workers, commands or a browser as processes: `npm run campaign -- processes`. */
export default {
  ...config,
  projects: [others, tooling].map((project) => ({
    ...project,
    testMatch: ['**/*.{process,browser}.test.ts'],
    testPathIgnorePatterns: ['/node_modules/', ...LEFT_OUT],
  })),
}
