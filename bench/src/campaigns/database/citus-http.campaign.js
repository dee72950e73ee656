import { runJestOnCitus } from '../../shared/run-jest-on-citus.js'

export const campaign = {
  title: 'the tests of the HTTP API on a Citus cluster, through its coordinator and through a worker node',

  /** Has no random choices. The short form runs some of the tests. */
  run: ({ short, through }) =>
    runJestOnCitus({ config: 'jest.citus-http.config.js', through, env: { SHORT: short ? '1' : '' } }),
}
