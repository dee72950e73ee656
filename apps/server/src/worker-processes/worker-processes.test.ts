import { expect, test } from '@jest/globals'
import { ChildProcess } from 'node:child_process'
import { Counter, Registry } from 'prom-client'
import { sumOfWorkers } from './worker-counts.js'
import { startWorkerProcesses, type ForkWorker } from './worker-processes.js'

/** Runs one worker. Each start of it uses the next of the given functions; after the last one, it is not restarted. */
async function live(...lives: readonly ForkWorker[]) {
  const warnings: object[] = []
  const counts = sumOfWorkers()
  const left = [...lives]
  let over = () => {}
  const isOver = new Promise<void>((resolve) => (over = resolve))
  const workers = startWorkerProcesses({
    count: 1,
    brief: {
      databaseUrl: 'postgresql://db',
      nodeUrls: [],
      secret: { key: 'k', source: 's' },
      logLevel: 'silent',
      webhooksAllowPrivate: false,
      provider: null,
      carriers: null,
    },
    env: {},
    logger: { info: () => {}, warn: (fields: object) => void warnings.push(fields) },
    counts,
    forkWorker: (...args) => left.shift()!(...args),
    pause: async (_ms, ending) => {
      if (left.length > 0) return
      over()
      await new Promise((resolve) => ending.addEventListener('abort', resolve))
    },
  })
  await isOver
  await workers.stop()
  return { warnings, counts }
}

test('a start that fails, for example for lack of memory or descriptors, is retried with increasing pauses', async () => {
  const { warnings } = await live(
    () => {
      throw new Error('spawn ENOMEM')
    },
    () => withoutChannel(new Error('spawn EMFILE')),
    () => aChild((child) => end(child, 1)),
  )
  expect(warnings).toEqual([
    { worker: 1, reason: 'spawn ENOMEM', pauseMs: 500 },
    { worker: 1, reason: 'spawn EMFILE', pauseMs: 1_000 },
    { worker: 1, code: 1, pauseMs: 2_000 },
  ])
})

test('a report of a worker is counted if it arrives before the channel closes, and ignored after that', async () => {
  const counted = await jobsDone(5)
  let child = new ChildProcess()
  const { counts } = await live(() => {
    child = aChild(() => {
      child.emit('exit', 0, null)
      setImmediate(() => {
        child.emit('message', counted)
        closeChannel(child)
      })
    })
    return child
  })
  child.emit('message', counted)
  expect(await counts.text()).toContain('jobs_total 5\n')
})

/** What fork returns if no descriptor is free: a process without a channel, which soon emits an error. */
function withoutChannel(error: Error): ChildProcess {
  const child = new ChildProcess()
  process.nextTick(() => child.emit('error', error))
  return child
}

function aChild(afterBrief: (child: ChildProcess) => void): ChildProcess {
  const child = new ChildProcess()
  const send = () => {
    process.nextTick(afterBrief, child)
    return true
  }
  return Object.assign(child, { connected: true, send })
}

function end(child: ChildProcess, code: number): void {
  closeChannel(child)
  child.emit('exit', code, null)
}

function closeChannel(child: ChildProcess): void {
  Object.assign(child, { connected: false })
  child.emit('disconnect')
}

async function jobsDone(count: number) {
  const registry = new Registry()
  new Counter({ name: 'jobs_total', help: 'Jobs', registers: [registry] }).inc(count)
  return registry.getMetricsAsJSON()
}
