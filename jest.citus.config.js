import config from './jest.config.js'

const [, others] = config.projects

/** Tests of migrations, of dumps and of single connections, which make databases of their own on one Postgres. */
const ON_ONE_POSTGRES = ['/schema/[^/]*$', '/connection/', 'new-account', 'postgres-module', 'rows-of-a-send']

/** The tests of the Postgres adapters, on the cluster of CARILLON_TEST_CITUS: `npm run campaign -- citus`. */
export default {
  ...config,
  // Each statement goes through two nodes that share the cores with the tests.
  testTimeout: 600_000,
  projects: [
    {
      ...others,
      displayName: 'citus',
      roots: ['<rootDir>/packages/postgres'],
      testMatch: ['**/src/**/*.pg.test.ts', '**/src/**/*.citus.test.ts'],
      testPathIgnorePatterns: ['/node_modules/', ...ON_ONE_POSTGRES],
    },
  ],
}
