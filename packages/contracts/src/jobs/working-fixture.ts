import { RunDueJobs, type ClaimedJob, type ClaimedJobOf, type JobFailure, type JobLane } from '@carillon/core'
import { accountFixture } from '../fixtures/account-fixture.js'
import { aJob, type FinishJob } from '../fixtures/sending-builders.js'

type Adapters = Omit<ConstructorParameters<typeof RunDueJobs>[0], Executor>
type Executor =
  'finishMessage' | 'dispatchChunk' | 'runOccurrence' | 'startSend' | 'watchCanary' | 'deliverEvents' | 'runImport'
type Script = (job: ClaimedJob) => Promise<void>
/** Returns the jobs that cannot run together. */
type Together = (jobs: readonly ClaimedJobOf<'run-occurrence'>[]) => Promise<readonly ClaimedJobOf<'run-occurrence'>[]>

/** An account, and workers whose jobs run the script of the test. */
export async function workingFixture<A extends Adapters>(adapters: A, script?: Script) {
  const fixture = await accountFixture(adapters)
  const { run, account } = fixture
  const finish = (job: ClaimedJob) => run(async ({ jobs }) => void (await jobs.finish(job)))
  const worker = (does = script ?? finish, together?: Together) => workerOn(adapters, does, together)
  return {
    ...adapters,
    ...fixture,
    ...worker(),
    /** Creates another worker on the same stores. */
    worker,
    finish,
    jobs: async (many: number, given: Partial<FinishJob> = {}) => {
      const built = Array.from({ length: many }, () => aJob({ account: account.id, ...given }))
      await run(({ jobs }) => jobs.put(built))
      return built
    },
    dead: () => run(({ jobs }) => jobs.listDead(account.id, { page: 1, limit: 10 })),
  }
}

/** A worker whose jobs run the script. It records which jobs began, and which failed. */
export function workerOn(adapters: Adapters, script: Script, executeTogether: Together = async (jobs) => jobs) {
  const begun: ClaimedJob[] = []
  const execute = (job: ClaimedJob) => {
    begun.push(job)
    return script(job)
  }
  const failures: JobFailure[] = []
  const all = {
    finishMessage: { execute },
    dispatchChunk: { execute },
    runOccurrence: { execute, executeTogether },
    startSend: { execute },
    watchCanary: { execute },
    deliverEvents: { execute },
    runImport: { execute },
  }
  const runDueJobs = new RunDueJobs({ ...adapters, ...all })
  const input = { lane: 'quick', jobsMax: 10, onFailure: (failure: JobFailure) => failures.push(failure) } as const
  return {
    failures,
    begun,
    round: (given: { lane?: JobLane; jobsMax?: number } = {}) => runDueJobs.execute({ ...input, ...given }),
    begin: (given: { lane?: JobLane; jobsMax?: number } = {}) => runDueJobs.begin({ ...input, ...given }),
  }
}
