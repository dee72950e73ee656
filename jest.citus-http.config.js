import config from './jest.config.js'

const [, others] = config.projects
const [BUNDLED_TESTS] = Object.keys(others.transform)

/** Tests of the server, of reading requests, and of pages: they store next to nothing, and some judge short times. */
const WITHOUT_STORES = ['/packages/http/src/(api|docs|html|input)/', 'embedding.test']

/** The short form runs the tests of groups and of consent, which store, send and receive texts too. */
const TESTS = process.env['SHORT'] ? '{groups,consent}' : '**'

/**
 * The tests of the HTTP API, which run in memory otherwise, on the cluster of CARILLON_TEST_CITUS:
 * `npm run campaign -- citus-http`. Without that variable they run on one Postgres.
 */
export default {
  ...config,
  projects: [
    {
      ...others,
      displayName: 'citus-http',
      roots: ['<rootDir>/packages/http'],
      testMatch: [`<rootDir>/packages/http/src/${TESTS}/*.test.ts`],
      testPathIgnorePatterns: ['/node_modules/', ...WITHOUT_STORES],
      transform: {
        ...others.transform,
        [BUNDLED_TESTS]: ['<rootDir>/tooling/bundled-test.js', { memory: 'tooling/memory-on-postgres.ts' }],
      },
    },
  ],
}
