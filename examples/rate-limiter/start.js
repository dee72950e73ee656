import { createCarillon } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import pg from 'pg'
import { PgRateLimiter } from './pg-rate-limiter.js'

const { DATABASE_URL } = process.env
if (!DATABASE_URL) throw new Error('Set DATABASE_URL to the URL of a Postgres database')

const pool = new pg.Pool({ connectionString: DATABASE_URL })
const rateLimiter = new PgRateLimiter({ pool })
await rateLimiter.createTable()
const carillon = createCarillon({ adapters: { ...inMemory({ now: new Date() }), rateLimiter } })

const declaration = { name: 'Acme', rateLimits: { message: 2 } }
const { account } = await carillon.applyAccount.execute({ declaration, prune: false })
for (let n = 1; n <= 3; n++) {
  const { allowed, remaining } = await carillon.limitRate.execute({ account, bucket: 'message' })
  console.log(allowed ? `request ${n} is allowed, ${remaining} left` : `request ${n} is refused`)
}
await pool.end()
