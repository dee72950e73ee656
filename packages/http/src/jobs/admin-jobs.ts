import { parseJobId, type DeadJob, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { accountNameOf, parameterOf } from '../input/path.js'
import { pageRequestOf, PageQuery, readQuery } from '../input/query.js'

const DEAD_JOBS = '/accounts/:name/jobs/dead'

export function jobRoutes({ listDeadJobs, retryJob }: Pick<UseCases, 'listDeadJobs' | 'retryJob'>): Route[] {
  return [
    {
      method: 'get',
      path: DEAD_JOBS,
      handle: async (req, res) => {
        const page = pageRequestOf(readQuery(req, PageQuery))
        const dead = await listDeadJobs.execute({ accountName: accountNameOf(req), page })
        res.json({ ...dead, results: dead.results.map(deadJobResponse) })
      },
    },
    {
      method: 'post',
      path: `${DEAD_JOBS}/:jobId/retry`,
      handle: async (req, res) => {
        await retryJob.execute({ accountName: accountNameOf(req), id: parseJobId(parameterOf(req, 'jobId')) })
        res.status(204).end()
      },
    },
  ]
}

export function deadJobResponse({ id, kind, payload, lane, runAt, attempt, diedAt, error }: DeadJob) {
  return { id, kind, payload, lane, dueAt: runAt, attempts: attempt, diedAt, error }
}
