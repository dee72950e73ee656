import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { contactsAndMessages } from './contacts-and-messages.js'

const QUEUE = 'messages'
const JOBS_AT_ONCE = 300
const ADDED_TOGETHER = 5_000
const CONNECTIONS = 10

/**
 * One job for each message, named 'empty' or 'send', in a new Redis whose append-only file is synced every second, as BullMQ advises. Null
 * if Redis is not installed.
 */
export async function bullmqJobs(url, given) {
  if (spawnSync('redis-server', ['--version']).error) return null
  const folder = await mkdtemp(join(tmpdir(), 'carillon-redis-'))
  const path = join(folder, 'redis.sock')
  const server = spawn('redis-server', [...SETTINGS, '--dir', folder, '--unixsocket', path], { stdio: 'ignore' })
  const exited = new Promise((resolve) => server.once('exit', resolve))
  const connection = new Redis({ path, maxRetriesPerRequest: null })
  connection.on('error', () => {})
  await Promise.race([connection.ping(), exited.then(refuse)])
  const queue = new Queue(QUEUE, { connection, defaultJobOptions: { removeOnComplete: true } })
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  const { send, take } = await contactsAndMessages(pool, given)
  const work = async ({ name, data }) => (name === 'send' ? send([data.n]) : undefined)
  return {
    async enqueue(name, count) {
      for (let from = 0; from < count; from += ADDED_TOGETHER) {
        const length = Math.min(ADDED_TOGETHER, count - from)
        await queue.addBulk(Array.from({ length }, (_, i) => ({ name, data: { n: from + i + 1 } })))
      }
    },
    async run(count) {
      const worker = new Worker(QUEUE, work, { connection, concurrency: JOBS_AT_ONCE })
      await new Promise((resolve) => {
        let left = count
        worker.on('completed', () => --left === 0 && resolve())
      })
      await worker.close()
      return count
    },
    take,
    async stop() {
      await pool.end()
      await queue.close()
      connection.disconnect()
      server.kill()
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const SETTINGS = ['--port', '0', '--appendonly', 'yes', '--appendfsync', 'everysec', '--save', '']

function refuse() {
  throw new Error('redis-server ended before it was ready')
}
