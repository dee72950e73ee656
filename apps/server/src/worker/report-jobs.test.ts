import { aJob, ids, NOW } from '@carillon/contracts'
import type { ClaimedJob } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { Registry } from 'prom-client'
import { reportJobs } from './report-jobs.js'

const outOfReach = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
const revealing = new Error('duplicate key (+12025550123) already exists')

/** The functions that report, with the log and the metrics. */
function open() {
  const log: { level: string; fields: object; message: string }[] = []
  const record = (level: string) => (fields: object | string, message?: string) =>
    void log.push(
      typeof fields === 'string' ? { level, fields: {}, message: fields } : { level, fields, message: message! },
    )
  const logger = { info: record('info'), warn: record('warn'), error: record('error') } as never
  const registry = new Registry()
  const metric = async (name: string) => (await registry.getSingleMetric(name)!.get()).values
  return { ...reportJobs(logger, registry), log, metric }
}

function tryOf(attempt: number): ClaimedJob {
  return { ...aJob({ account: ids.next('acc') }), attempt, fence: 'a fence', leaseUntil: NOW }
}

test('tries, failures and dead jobs are counted by lane and kind, and errors are logged without messages', async () => {
  const { onFailure, onEnd, log, metric } = open()
  for (let attempt = 1; attempt <= 20; attempt++) {
    const job = tryOf(attempt)
    onFailure({ job, error: revealing, isDead: attempt === 20 })
    onEnd(job, 1)
  }
  const labels = { lane: 'quick', kind: 'finish-message' }
  expect(await metric('carillon_job_failures_total')).toEqual([{ labels, value: 20 }])
  expect(await metric('carillon_jobs_dead_total')).toEqual([{ labels, value: 1 }])
  const tries = (await metric('carillon_job_duration_seconds')).filter((one) => !('le' in one.labels))
  expect(tries).toContainEqual(expect.objectContaining({ labels, value: 20 }))
  expect(log).toHaveLength(20)
  expect(log.at(-1)).toMatchObject({ level: 'error', message: 'job is dead: it failed too often' })
  expect(log[0]).toMatchObject({ level: 'warn', fields: { attempt: 1, error: { name: 'Error' } } })
  expect(JSON.stringify(log)).not.toContain('2025550123')
})

test('an outage of the database is logged once at its beginning and once at its end', () => {
  const { onError, onFailure, onClaimed, log } = open()
  onClaimed()
  onError(outOfReach, 'jobs could not be claimed')
  onFailure({ job: tryOf(1), error: outOfReach, isDead: false })
  onError(outOfReach, 'expired data could not be removed')
  expect(log).toMatchObject([{ level: 'error', message: 'the database is unavailable: jobs are waiting' }])
  onClaimed()
  onClaimed()
  expect(log).toMatchObject([
    { level: 'error' },
    { level: 'info', message: 'the database is available again: jobs continue' },
  ])
})

test('any other error is logged each time, without its message', () => {
  const { onError, log } = open()
  for (let times = 0; times < 2; times++) onError(revealing, 'events could not be passed on to webhooks')
  expect(log).toMatchObject(Array(2).fill({ level: 'warn', message: 'events could not be passed on to webhooks' }))
  expect(JSON.stringify(log)).not.toContain('2025550123')
})

test('the number of moved schedules is logged', () => {
  const { onRecomputed, log } = open()
  onRecomputed(2)
  const message = 'schedules were recomputed after a change of the time zone data'
  expect(log).toEqual([{ level: 'info', fields: { moved: 2 }, message }])
})
