import { describeRateLimiter } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { afterAll, beforeAll, describe } from '@jest/globals'
import pg from 'pg'
import { PgRateLimiter } from './pg-rate-limiter.js'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL ?? process.env.CARILLON_TEST_POSTGRES_URL,
  max: 5,
})
const table = `rate_window_${process.pid}`
const rateLimiter = new PgRateLimiter({ pool, table })

beforeAll(() => rateLimiter.createTable())

afterAll(async () => {
  await pool.query(`drop table ${table}`)
  await pool.end()
})

describe('a rate limiter in a separate table', () => {
  describeRateLimiter(async () => {
    await pool.query(`truncate ${table}`)
    return { ...inMemory(), rateLimiter }
  })
})
