import { runJestOnCitus } from '../../shared/run-jest-on-citus.js'

export const campaign = {
  title: 'the tests of the Postgres adapters on a Citus cluster, through its coordinator and through a worker node',

  /** Has no random choices, and no short form. */
  run: ({ through }) => runJestOnCitus({ config: 'jest.citus.config.js', through }),
}
