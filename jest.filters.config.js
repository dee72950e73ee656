import config from './jest.config.js'

const [, others] = config.projects

/** The campaign `filters`: more random filters than `npm test` compares, given in CARILLON_TEST_FILTERS. */
export default {
  ...config,
  testTimeout: 1_800_000,
  projects: [
    {
      ...others,
      displayName: 'filters',
      roots: ['<rootDir>/packages/postgres'],
      testMatch: ['**/filters/filters.pg.test.ts'],
    },
  ],
}
