import { RATE_WINDOW_MS, allowanceOf } from '@carillon/core'

/**
 * Counts requests in a separate table, with node-postgres only. A row has the instants of the newest allowed requests,
 * up to the limit. If that many of them are within the window, requests are refused, even if process clocks differ.
 * A request locks the row until the update is committed, so all processes together never allow more than the limit.
 */
export class PgRateLimiter {
  constructor({ pool, table = 'rate_window' }) {
    this.pool = pool
    this.table = table
  }

  async createTable() {
    await this.pool.query(
      `create table if not exists ${this.table} (name text primary key, allowed_ms double precision[] not null)`,
    )
  }

  async take({ account, bucket, limit, now }) {
    const client = await this.pool.connect()
    try {
      await client.query('begin')
      const allowance = await this.takeLocked(client, { name: `${account} ${bucket}`, limit, nowMs: now.getTime() })
      await client.query('commit')
      return allowance
    } catch (error) {
      await client.query('rollback').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }

  async takeLocked(client, { name, limit, nowMs }) {
    await client.query(`insert into ${this.table} values ($1, '{}') on conflict do nothing`, [name])
    const { rows } = await client.query(`select allowed_ms from ${this.table} where name = $1 for update`, [name])
    const kept = rows[0].allowed_ms
    const inWindow = (ms) => ms > nowMs - RATE_WINDOW_MS
    const window = kept.filter(inWindow)
    if (window.length >= limit) return allowanceOf({ allowed: false, window, limit, nowMs })
    const counted = [...kept, nowMs].sort((one, other) => one - other)
    await client.query(`update ${this.table} set allowed_ms = $2 where name = $1`, [name, counted.slice(-limit)])
    return allowanceOf({ allowed: true, window: counted.filter(inWindow), limit, nowMs })
  }
}
