import type { NamedStatement } from '../connection/pipelines.js'
import { shortHash } from '../connection/schema-name.js'
import type { Bindings, Database } from './sql.js'

/**
 * For the paths where planning a statement takes longer than running it: every connection keeps its plan. Such a
 * statement names all its columns, because a plan does not outlive a change of what `*` stands for; and its text is
 * one of few, because each is kept for good.
 */
export async function preparedRowsOf<Row>(
  knex: Database,
  statement: string,
  bindings: Bindings,
): Promise<readonly Row[]> {
  const named = namedOf(statement, bindings)
  if (knex.pipelines) return knex.pipelines.rowsOf<Row>(named)
  const { rows } = await knex.raw<{ rows: Row[] }>(named.text).options(named)
  return rows
}

/** How many rows it has inserted, changed or deleted. */
export async function preparedCountOf(
  knex: Pick<Database, 'raw'>,
  statement: string,
  bindings: Bindings,
): Promise<number> {
  const named = namedOf(statement, bindings)
  const { rowCount } = await knex.raw<{ rowCount: number }>(named.text).options(named)
  return rowCount
}

function namedOf(statement: string, bindings: Bindings): NamedStatement {
  const prepared = preparedOf(statement)
  const values = prepared.names.map((name) => bindings[name])
  return { name: planNameOf(prepared), text: prepared.text, values }
}

type Prepared = {
  /** Of the text: so that two copies of this package on one connection do not mean two statements by one name. */
  readonly mark: string
  readonly text: string
  /** What is bound to `$1`, `$2` and so on. */
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
  const prepared = { mark: shortHash(text, MARK_LENGTH), text, names, uses: 0 }
  known.set(statement, prepared)
  return prepared
}

const MARK_LENGTH = 16

/** `:account`, but not the type in `:day::date`. */
const NAME = /(?<!:):([a-z]\w*)/gi

/**
 * A plan that was made for an empty table suits no full one, and Postgres keeps it until it next counts the rows. So
 * a statement is planned anew each time that its uses have grown fourfold.
 */
function planNameOf(prepared: Prepared): string {
  prepared.uses++
  return `carillon_${prepared.mark}_${Math.floor(Math.log2(prepared.uses) / 2)}`
}
