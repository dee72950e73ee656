import type { Knex } from 'knex'
import type { Pipelines } from '../connection/pipelines.js'
import type { Database } from './sql.js'

/** For prepared statements that are each a transaction of their own. */
export function onPipelines(pipelines: Pick<Pipelines, 'rowsOf'>): Database {
  return { raw: refuseUnprepared, pipelines }
}

const refuseUnprepared = (() => {
  throw new Error('A pipeline takes only prepared statements: this one is not prepared')
}) as unknown as Knex['raw']
