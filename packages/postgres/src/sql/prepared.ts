import type { Answer, NamedStatement, Pipelines } from '../connection/pipelines.js'
import { planNamesIn, shortHash } from '../connection/schema-name.js'
import { accountsIn, inForms, NAME, type Bindings, type Database, type Sql, type Statement } from './sql.js'

/**
 * For statements whose planning takes longer than their execution: every connection keeps the plan. Such a statement
 * must name all its columns, because a plan fails when the columns of `*` change. It must have few different texts,
 * because each plan is kept as long as its connection.
 */
export async function preparedRowsOf<Row>(knex: Database, statement: Sql, bindings: Bindings): Promise<readonly Row[]> {
  return (await answerOf<Row>(knex, statement, bindings)).rows
}

/** What takes several statements as one transaction. */
export type Together = Extract<Database, { ask: unknown }> & Pick<Pipelines, 'askTogether'>

/** The rows of several statements, which are one transaction. */
export async function preparedRowsTogether<Row>(
  database: Together,
  statements: readonly Statement[],
): Promise<readonly (readonly Row[])[]> {
  const named = statements.map(({ sql, bindings }) => inForms(database, sql, (text) => namedOf(text, bindings)))
  const answers = await database.askTogether<Row>(named)
  return answers.map(({ rows }) => rows)
}

/** On Citus: what one node answers about all of its accounts. */
export async function preparedRowsOfNode<Row>(
  database: Extract<Database, { ask: unknown }>,
  ofNode: string,
  statement: string,
  bindings: Bindings,
): Promise<readonly Row[]> {
  return (await database.ask<Row>({ ...namedOf(statement, bindings), ofNode })).rows
}

/** Returns how many rows the statement has inserted, changed or deleted. */
export async function preparedCountOf(knex: Database, statement: Sql, bindings: Bindings): Promise<number> {
  return (await answerOf(knex, statement, bindings)).rowCount
}

function answerOf<Row>(knex: Database, statement: Sql, bindings: Bindings): PromiseLike<Answer<Row>> {
  const named = inForms(knex, statement, (text) => namedOf(text, bindings))
  if ('ask' in knex) return knex.ask<Row>(named)
  const name = planName(named.name, named.generation)
  return knex.raw<Answer<Row>>(named.text).options({ ...named, name })
}

/** Without a schema. */
const planName = planNamesIn(undefined)

function namedOf(statement: string, bindings: Bindings): NamedStatement {
  const prepared = preparedOf(statement)
  const values = prepared.names.map((name) => bindings[name])
  const name = `carillon_${prepared.hash}`
  return { name, generation: generationOf(prepared), text: prepared.text, values, ...accountsIn(bindings) }
}

type Prepared = {
  /**
   * A hash of the text, so that two copies of this package on one connection do not share a name for different
   * statements.
   */
  readonly hash: string
  readonly text: string
  /** The names of the values that are bound to `$1`, `$2` and so on. */
  readonly names: readonly string[]
  uses: number
}

const known = new Map<string, Prepared>()

function preparedOf(statement: string): Prepared {
  const before = known.get(statement)
  if (before !== undefined) return before
  const names: string[] = []
  const text = statement.replace(NAME, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const prepared = { hash: shortHash(text, HASH_LENGTH), text, names, uses: 0 }
  known.set(statement, prepared)
  return prepared
}

const HASH_LENGTH = 16

/**
 * A plan that was made for an empty table is bad for a full one, but Postgres keeps it until it next analyzes the
 * table. So a statement is planned again each time its number of uses has grown fourfold.
 */
function generationOf(prepared: Prepared): number {
  prepared.uses++
  return Math.floor(Math.log2(prepared.uses) / 2)
}
