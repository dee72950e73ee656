import {
  Gatherer,
  type AcceptDecision,
  type Acceptance,
  type Settled,
  type Settlement,
  type SingleSendStore,
} from '@carillon/core'
import { byPlacement } from '../placements/by-placement.js'
import type { Placements } from '../placements/placements.js'
import type { Pipelines } from '../connection/pipelines.js'
import { onPipelines } from '../sql/on-pipelines.js'
import { preparedRowsTogether, type Together } from '../sql/prepared.js'
import type { Database, Statement } from '../sql/sql.js'
import type { SettledRow, SettleStatementOptions } from './settle-statement.js'
import {
  sortedAccept,
  ACCEPTED,
  PostgresSingleSendStore,
  rowsByPosition,
  sortedSettle,
  type NumberedRow,
} from './single-send-store.js'

/** How many steps are taken in one transaction. */
const GATHERED_MAX = 100

/** So that Postgres has the next statement when one ends. They share a connection, so they run one after the other. */
const CALLS_MAX = 3
/** On Citus, the nodes take turns: a second call of the same node would make the gathered ones smaller. */
const CALLS_OF_NODE_MAX = 1

type AcceptStep = { readonly kind: 'accept'; readonly given: Acceptance }
type SettleStep = { readonly kind: 'settle'; readonly given: Settlement }
type Step = AcceptStep | SettleStep

/** Separate connections, so that gathered sends do not wait behind one that waits for a lock. */
export type SendPipelines = {
  readonly gathered: Pick<Pipelines, 'ask' | 'askTogether'>
  readonly alone: Pick<Pipelines, 'ask' | 'askTogether'>
}

/**
 * Accepts the sends of one moment in one statement, and settles those of the same moment in another. Both are one
 * transaction, so that they wait for the disk only once. It waits for no row that another transaction has locked: a send
 * with such a row, or with an obstacle, is tried again alone, so that it delays no others. Alone, it waits, and its
 * facts are exact.
 *
 * On Citus, there is such a transaction for each node, with statements for each shard. It waits while one of these shards
 * is being moved.
 */
export class GatheredSends implements SingleSendStore {
  private readonly steps: Gatherer<Step, boolean>
  private readonly gathered: Together
  private readonly database: Database
  private readonly alone: PostgresSingleSendStore

  constructor(pipelines: SendPipelines, placements: Placements) {
    this.gathered = onPipelines(pipelines.gathered, placements)
    this.database = onPipelines(pipelines.alone, placements)
    this.alone = new PostgresSingleSendStore(this.database)
    this.steps = new Gatherer({
      max: GATHERED_MAX,
      get callsMax() {
        return placements.isDistributed ? CALLS_OF_NODE_MAX : CALLS_MAX
      },
      placementOf: ({ given }) => placements.nodeOf(given.message.account),
      work: (steps) => this.take(steps),
    })
  }

  accept(acceptances: readonly Acceptance[]): Promise<readonly AcceptDecision[]> {
    return Promise.all(acceptances.map((acceptance) => this.acceptOne(acceptance)))
  }

  /** Always leaves the receipts. */
  settle(settlements: readonly Settlement[]): Promise<readonly (Settled | null)[]> {
    return Promise.all(settlements.map((settlement) => this.settleOne(settlement)))
  }

  private async acceptOne(given: Acceptance): Promise<AcceptDecision> {
    if (await this.steps.add({ kind: 'accept', given })) return ACCEPTED
    const [decision] = await this.alone.accept([given])
    return decision!
  }

  private async settleOne(given: Settlement): Promise<Settled | null> {
    if (await this.steps.add({ kind: 'settle', given })) return SETTLED
    const settled = await rowsByPosition<SettledRow>(this.database, sortedSettle([given], WAITING))
    return settled.size === 1 ? SETTLED : null
  }

  /** Whether each step was done. */
  private async take(steps: readonly Step[]): Promise<readonly boolean[]> {
    const placed = steps.map((step) => ({ account: step.given.message.account, step }))
    const asked = byPlacement(this.gathered, placed).flatMap((some) => askedOf(some.map(({ step }) => step)))
    const answers = await preparedRowsTogether<NumberedRow>(
      this.gathered,
      asked.map(({ statement }) => statement),
    )
    const done = new Set(asked.flatMap(({ doneBy }, i) => doneBy(answers[i]!)))
    return steps.map((step) => done.has(step))
  }
}

type Asked = {
  readonly statement: Statement
  /** The steps that were done, according to the rows that the statement returned. */
  doneBy(rows: readonly NumberedRow[]): readonly Step[]
}

/** A statement that accepts, and one that settles. */
function askedOf(steps: readonly Step[]): readonly Asked[] {
  const accepts = steps.filter((step) => step.kind === 'accept')
  const settles = steps.filter((step) => step.kind === 'settle')
  return [...(accepts.length > 0 ? [accepting(accepts)] : []), ...(settles.length > 0 ? [settling(settles)] : [])]
}

function accepting(steps: readonly AcceptStep[]): Asked {
  const acceptances = steps.map(({ given }) => given)
  const { statement, byPosition } = sortedAccept(acceptances, { locked: 'skips' })
  return {
    statement,
    doneBy: (rows) => {
      const refused = byPosition(rows)
      return steps.filter((_, i) => !refused.has(i))
    },
  }
}

function settling(steps: readonly SettleStep[]): Asked {
  const settlements = steps.map(({ given }) => given)
  const { statement, byPosition } = sortedSettle(settlements, SKIPPING)
  return {
    statement,
    doneBy: (rows) => {
      const settled = byPosition(rows)
      return steps.filter((_, i) => settled.has(i))
    },
  }
}

const WAITING: SettleStatementOptions = { locked: 'waits', leavesReceipts: true }
const SKIPPING: SettleStatementOptions = { locked: 'skips', leavesReceipts: true }
const SETTLED: Settled = { receipt: null }
