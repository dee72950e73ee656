import {
  Gatherer,
  type AcceptDecision,
  type Acceptance,
  type Settled,
  type Settlement,
  type SingleSendStore,
} from '@carillon/core'
import type { Placements } from '../placements/placements.js'
import type { Pipelines } from '../connection/pipelines.js'
import { onPipelines } from '../sql/on-pipelines.js'
import { preparedRowsTogether, type Together } from '../sql/prepared.js'
import type { Database } from '../sql/sql.js'
import type { SettledRow, SettleStatementOptions } from './settle-statement.js'
import {
  sortedAccept,
  ACCEPTED,
  PostgresSingleSendStore,
  rowsByPosition,
  sortedSettle,
  type NumberedRow,
} from './single-send-store.js'

/** How many sends one statement accepts or settles. */
const GATHERED_MAX = 100

/** So that Postgres has the next statement when one ends. They share a connection, so they run one after the other. */
const CALLS_MAX = 3

type Step =
  { readonly kind: 'accept'; readonly given: Acceptance } | { readonly kind: 'settle'; readonly given: Settlement }

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
      callsMax: CALLS_MAX,
      placementOf: ({ given }) => placements.of(given.message.account),
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
    const accepts = steps.filter((step) => step.kind === 'accept')
    const settles = steps.filter((step) => step.kind === 'settle')
    const [acceptances, settlements] = [accepts.map(({ given }) => given), settles.map(({ given }) => given)]
    const accepting = acceptances.length > 0 ? sortedAccept(acceptances, { locked: 'skips' }) : null
    const settling = settlements.length > 0 ? sortedSettle(settlements, SKIPPING) : null
    const asked = [accepting, settling].flatMap((one) => one ?? [])
    const statements = asked.map(({ statement }) => statement)
    const answers = (await preparedRowsTogether<NumberedRow>(this.gathered, statements)).values()
    const refused = accepting?.byPosition(answers.next().value!)
    const settled = settling?.byPosition(answers.next().value!)
    const done = new Set<Step>([
      ...accepts.filter((_, i) => !refused!.has(i)),
      ...settles.filter((_, i) => settled!.has(i)),
    ])
    return steps.map((step) => done.has(step))
  }
}

const WAITING: SettleStatementOptions = { locked: 'waits', leavesReceipts: true }
const SKIPPING: SettleStatementOptions = { locked: 'skips', leavesReceipts: true }
const SETTLED: Settled = { receipt: null }
