import type { Answer, AskedStatement, Pipelines } from '../connection/pipelines.js'
import { isPlainRead } from '../connection/plain-read.js'
import type { Destination, NodeConnections, Route } from '../connection/route.js'
import { holding } from './route-to.js'

type Asking = Pick<Pipelines, 'ask' | 'askTogether' | 'isClosed' | 'close'>

export type PlacedPipelinesOptions = {
  /** To the node that the process is connected to. */
  readonly home: Asking
  readonly destinationOf: (statement: AskedStatement) => Destination
  readonly pipelinesTo: (route: Route) => NodeConnections['pipelines']
  /**
   * Statements that change rows of a shard are planned once. Otherwise Postgres plans each anew for its first five
   * executions, on each connection and for each shard.
   */
  readonly plansOnce?: boolean
  /** Has the placements of accounts read that are not known yet. */
  readonly know: (statements: readonly AskedStatement[]) => Promise<void>
}

/** Must not be sent before a statement that goes through Citus, whose general plans of statements with values are wrong. */
const PLAN_ONCE: AskedStatement = {
  name: 'carillon_plan_once',
  text: `select set_config('plan_cache_mode', 'force_generic_plan', true)`,
  values: [],
}

/** The form for the planner of Citus. On one Postgres, no statement has one. */
export function throughCitus(statement: AskedStatement): AskedStatement {
  return statement.throughCitus ?? statement
}

/** On Citus, sends statements about the accounts of one shard to its node. */
export class PlacedPipelines implements Asking {
  constructor(private readonly options: PlacedPipelinesOptions) {}

  get isClosed(): boolean {
    return this.options.home.isClosed
  }

  close(): Promise<void> {
    return this.options.home.close()
  }

  async ask<Row>(statement: AskedStatement): Promise<Answer<Row>> {
    return (await this.askTogether<Row>([statement]))[0]!
  }

  async askTogether<Row>(statements: readonly AskedStatement[]): Promise<readonly Answer<Row>[]> {
    const { home, pipelinesTo, plansOnce = false, know } = this.options
    await know(statements)
    const routes = this.routesOf(statements)
    if (routes === null) return home.askTogether<Row>(statements.map(throughCitus))
    const placed = statements.map((statement, i) => routes[i]!.placed(statement))
    const pipelines = pipelinesTo(routes[0]!)
    const [first, ...others] = statements
    if (others.length === 0 && isPlainRead(first!.text)) {
      const answers = await pipelines.askInOrder<Row>([...placed, routes[0]!.check])
      return answers.slice(0, 1)
    }
    const settings = plansOnce ? [PLAN_ONCE] : []
    const answers = await pipelines.askTogether<Row>([...settings, ...holding(routes), ...placed])
    return answers.slice(-placed.length)
  }

  /** The route of each statement; null if they do not all go to the same node. */
  private routesOf(statements: readonly AskedStatement[]): readonly Route[] | null {
    const destinations = statements.map((statement) => this.options.destinationOf(statement))
    const routes = destinations.filter((destination) => typeof destination !== 'string')
    const isOneNode = routes.every(({ node }) => node === routes[0]!.node)
    return routes.length === statements.length && isOneNode ? routes : null
  }
}
