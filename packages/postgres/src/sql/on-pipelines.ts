import type { Pipelines } from '../connection/pipelines.js'
import type { Together } from './prepared.js'
import type { AccountPlacements } from './sql.js'

/** For prepared statements that are each a transaction of their own, or one together. */
export function onPipelines(
  pipelines: Pick<Pipelines, 'ask' | 'askTogether'>,
  placements: AccountPlacements,
): Together {
  return {
    placements,
    askTogether: (statements) => pipelines.askTogether(statements),
    ask: async ({ name, ...statement }) => {
      if (name === undefined) throw new Error('A pipeline takes only prepared statements: this one is not prepared')
      return pipelines.ask({ ...statement, name })
    },
  }
}
