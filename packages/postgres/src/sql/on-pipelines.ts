import type { Pipelines } from '../connection/pipelines.js'
import type { AccountPlacements, Database } from './sql.js'

/** For prepared statements that are each a transaction of their own. */
export function onPipelines(pipelines: Pick<Pipelines, 'ask'>, placements: AccountPlacements): Database {
  return {
    placements,
    ask: async ({ name, ...statement }) => {
      if (name === undefined) throw new Error('A pipeline takes only prepared statements: this one is not prepared')
      return pipelines.ask({ ...statement, name })
    },
  }
}
