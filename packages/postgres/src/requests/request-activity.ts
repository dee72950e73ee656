import type { Ids } from '@carillon/core'
import type { Knex } from 'knex'
import { Listener } from '../connection/listener.js'
import { run } from '../sql/sql.js'

export type PostgresRequestActivityOptions = {
  readonly knex: Knex
  readonly ids: Ids
  readonly nowMs?: () => number
}

/** A process reports its requests at most this often, and only while bulk jobs run in another process. */
const REPORT_EVERY_MS = 100
/** For this long after another process has announced bulk jobs, they are assumed to run. */
const BULK_MS = 3_000
const CHANNEL = 'carillon_foreground'

/**
 * Tells the processes with bulk jobs whether requests arrive in any process, by notifications: they cost nothing while
 * no bulk jobs run, and a lost one only delays the next. Behind a pooler without notifications, each process knows only
 * its own requests.
 */
export class PostgresRequestActivity {
  private readonly listener: Listener
  private readonly self: string
  private requestMs = -Infinity
  private reportedMs = -Infinity
  private bulkMs = -Infinity

  constructor(private readonly options: PostgresRequestActivityOptions) {
    this.self = options.ids.next('wrk')
    this.listener = new Listener({
      knex: options.knex,
      channel: CHANNEL,
      onMessage: (message) => this.hear(message),
      onConnection: () => {},
    })
  }

  listen(): Promise<void> {
    return this.listener.start()
  }

  close(): Promise<void> {
    return this.listener.close()
  }

  /** A request has arrived in this process. */
  onRequest(): void {
    const nowMs = this.nowMs()
    this.requestMs = nowMs
    if (nowMs - this.bulkMs > BULK_MS || nowMs - this.reportedMs < REPORT_EVERY_MS) return
    this.reportedMs = nowMs
    this.tell('request')
  }

  /** Bulk jobs are running in this process. */
  onBulk(): void {
    this.tell('bulk')
  }

  sinceRequestMs(): number {
    return this.nowMs() - this.requestMs
  }

  runStatement(): Promise<unknown> {
    return run(this.options.knex, 'select 1', {})
  }

  private hear(message: string): void {
    const [from, what] = message.split(' ')
    if (from === this.self) return
    if (what === 'bulk') this.bulkMs = this.nowMs()
    if (what === 'request') this.requestMs = this.nowMs()
  }

  /** Fails silently: the next message follows soon. */
  private tell(what: 'bulk' | 'request'): void {
    const message = `${this.self} ${what}`
    run(this.options.knex, 'select pg_notify(:channel, :message)', { channel: CHANNEL, message }).catch(() => {})
  }

  private nowMs(): number {
    return (this.options.nowMs ?? performance.now.bind(performance))()
  }
}
