import { setTimeout as sleep } from 'node:timers/promises'
import type { Knex } from 'knex'

export type ListenerOptions = {
  readonly knex: Knex
  readonly channel: string
  readonly onMessage: (payload: string) => void
  /** The connection was made or lost. Notifications that are sent while there is no connection are lost. */
  readonly onConnection: () => void
}

/** The part of a node-postgres connection that is used. */
type Connection = {
  query(sql: string): Promise<unknown>
  end(): Promise<void>
  on(event: 'notification', listener: (message: { payload?: string }) => void): void
  once(event: 'error' | 'end', lost: () => void): void
  unref?(): void
}

const BACK_OFF_MIN_MS = 100
const BACK_OFF_MAX_MS = 5_000

/**
 * Receives NOTIFY on a separate connection, outside the pool but made in the same way. It reconnects if the connection
 * is lost. Neither the connection nor the wait for it keeps the process alive.
 */
export class Listener {
  private connection: Connection | null = null
  private readonly closing = new AbortController()
  private readonly waiting = new Set<() => void>()
  private running: Promise<void> | null = null

  constructor(private readonly options: ListenerOptions) {}

  get listening(): boolean {
    return this.connection !== null
  }

  /** May be called repeatedly. Resolves once it listens, or once the attempt has failed. */
  start(): Promise<void> {
    if (this.listening || this.closing.signal.aborted) return Promise.resolve()
    const attempted = new Promise<void>((resolve) => this.waiting.add(resolve))
    this.running ??= this.keepListening()
    return attempted
  }

  async close(): Promise<void> {
    this.closing.abort()
    await this.connection?.end().catch(() => {})
    await this.running
  }

  private async keepListening(): Promise<void> {
    for (let failures = 0; !this.closing.signal.aborted;) {
      const connected = await this.listenUntilLost().catch(() => false)
      this.attempted()
      failures = connected ? 0 : failures + 1
      await this.backOff(failures)
    }
  }

  /** Returns true if a connection was made and then lost. */
  private async listenUntilLost(): Promise<boolean> {
    const { knex, channel, onMessage, onConnection } = this.options
    const connection = (await knex.client.acquireRawConnection()) as Connection
    connection.unref?.()
    const lost = new Promise<void>((resolve) => {
      connection.once('error', resolve)
      connection.once('end', resolve)
    })
    connection.on('notification', ({ payload }) => onMessage(payload ?? ''))
    try {
      await connection.query(`listen ${channel}`)
      if (this.closing.signal.aborted) return true
      this.connection = connection
      onConnection()
      this.attempted()
      await lost
      return true
    } finally {
      this.connection = null
      onConnection()
      await connection.end().catch(() => {})
    }
  }

  private attempted() {
    for (const resolve of this.waiting) resolve()
    this.waiting.clear()
  }

  private async backOff(failures: number): Promise<void> {
    const mostMs = Math.min(BACK_OFF_MIN_MS * 2 ** failures, BACK_OFF_MAX_MS)
    const options = { ref: false, signal: this.closing.signal }
    await sleep(mostMs * (0.5 + Math.random() / 2), undefined, options).catch(() => {})
  }
}
