import {
  allowanceOf,
  Gatherer,
  groupBy,
  RATE_WINDOW_MS,
  refusedUntil,
  type Allowance,
  type RateLimiter,
} from '@carillon/core'
import type { Placements } from '../placements/placements.js'
import type { InSchema } from '../connection/schema-name.js'
import { explainMissingTables } from '../sql/sql-state.js'
import type { Together } from '../sql/prepared.js'
import { askWindows, type WindowAnswer, type WindowQuestion } from './rate-windows.js'

type Request = Parameters<RateLimiter['take']>[0]

type RateLimiterOptions = InSchema & { readonly placements: Placements }

/** How many requests are counted at once. */
const GATHERED_MAX = 100

export class PostgresRateLimiter implements RateLimiter {
  /** A full window stays full until its oldest request expires, so a flood of requests does not reach the database. */
  private readonly fullUntilMs = new Map<string, number>()
  private readonly requests: Gatherer<Request, Allowance>

  constructor(
    private readonly database: Together,
    private readonly options: RateLimiterOptions,
  ) {
    this.requests = new Gatherer({
      max: GATHERED_MAX,
      placementOf: ({ account }) => options.placements.nodeOf(account),
      work: (requests) => this.takeAll(requests),
    })
  }

  async take(request: Request): Promise<Allowance> {
    const { limit, now } = request
    const nowMs = now.getTime()
    const untilMs = this.fullUntilMs.get(keyOf(request))
    if (untilMs !== undefined && nowMs < untilMs) return refusedUntil({ untilMs, limit, nowMs })
    return this.options.placements.following(() => this.requests.add(request))
  }

  /** The requests of one window are counted together, in the order in which they came. */
  private async takeAll(requests: readonly Request[]): Promise<readonly Allowance[]> {
    const windows = groupBy(requests, keyOf)
    const answers = await this.ask([...windows.values()].map(questionOf))
    const allowances = new Map<Request, Allowance>()
    for (const [i, [key, ofWindow]] of [...windows].entries()) {
      for (const [place, request] of ofWindow.entries()) {
        allowances.set(request, this.allowanceIn(key, request, answers[i]!, place))
      }
    }
    return requests.map((request) => allowances.get(request)!)
  }

  /**
   * If a limit has just changed, requests with the old and the new limit ask about the same window. Each round asks one
   * question about each window.
   */
  private async ask(questions: readonly WindowQuestion[]): Promise<readonly WindowAnswer[]> {
    const answers = new Map<WindowQuestion, WindowAnswer>()
    let left = questions
    for (let rounds = 0; left.length > 0; rounds++) {
      if (rounds === ROUNDS_MAX) throw new Error(`The windows of ${left.length} requests could not be read`)
      const oneOfEachWindow = new Map(left.map((question) => [`${question.account} ${question.bucket}`, question]))
      const round = [...oneOfEachWindow.values()]
      const answered = await askWindows(this.database, round).catch((error: unknown) => {
        throw explainMissingTables(error, this.options.schema)
      })
      for (const [i, answer] of answered.entries()) if (answer !== null) answers.set(round[i]!, answer)
      left = left.filter((question) => !answers.has(question))
    }
    return questions.map((question) => answers.get(question)!)
  }

  private allowanceIn(key: string, { limit, now }: Request, answer: WindowAnswer, place: number): Allowance {
    const nowMs = now.getTime()
    const allowed = place < answer.granted
    const window = windowOf(answer, { limit, nowMs, later: allowed ? answer.granted - 1 - place : 0 })
    const allowance = allowanceOf({ allowed, window, limit, nowMs })
    if (allowance.allowed) this.fullUntilMs.delete(key)
    else this.remember(key, (window[0] ?? nowMs) + RATE_WINDOW_MS)
    return allowance
  }

  private remember(key: string, untilMs: number) {
    if (this.fullUntilMs.size >= REMEMBERED_MAX) this.fullUntilMs.clear()
    this.fullUntilMs.set(key, untilMs)
  }
}

/** A round leaves a question open only if another transaction has just created its window, which the next round finds. */
const ROUNDS_MAX = 100

const REMEMBERED_MAX = 10_000

function keyOf({ account, bucket, limit }: Request): string {
  return `${account} ${bucket} ${limit}`
}

function questionOf(requests: readonly Request[]): WindowQuestion {
  const { account, bucket, limit } = requests[0]!
  const now = new Date(Math.max(...requests.map((request) => request.now.getTime())))
  return { account, bucket, limit, now, wanted: requests.length }
}

type Place = {
  readonly limit: number
  readonly nowMs: number
  /** How many requests were allowed in the same statement after this one. */
  readonly later: number
}

/**
 * Only the first instant and the size of a window are used, so it contains no other instants. A refused request waited
 * for the requests that filled the window. Even if it does not see the last of these, the window is full.
 */
function windowOf({ granted, size, oldest }: WindowAnswer, { limit, nowMs, later }: Place): readonly number[] {
  const shown = granted > later ? Math.min(size - later, limit) : limit
  return new Array<number>(shown).fill(oldest?.getTime() ?? nowMs)
}
