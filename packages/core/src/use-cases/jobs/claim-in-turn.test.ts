import { aJob, workingFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { JobStore } from '../../model/jobs/job-store.js'
import type { AccountId } from '../../values/ids.js'

const SECOND_MS = 1_000

describe('claims for the accounts of one lane', () => {
  test('look for accounts once, and then serve each that was found once, in turn', async () => {
    const { round, begun, looks, accounts } = await lane({ accounts: 5, jobsOfEach: 3 })
    for (let i = 0; i < 5; i++) await round({ jobsMax: 1 })
    expect(begun.map(({ account }) => account)).toEqual(accounts)
    expect(looks()).toBe(1)
    for (let i = 0; i < 5; i++) await round({ jobsMax: 1 })
    expect(begun.map(({ account }) => account)).toEqual([...accounts, ...accounts])
    expect(looks()).toBe(2)
  })

  test('serve every account in turn, however many have due jobs', async () => {
    const { round, begun, accounts } = await lane({ accounts: 80, jobsOfEach: 2 })
    for (let i = 0; i < 40; i++) await round({ jobsMax: 3 })
    expect(begun.slice(0, 80).map(({ account }) => account)).toEqual(accounts)
    expect(begun.slice(80).map(({ account }) => account)).toEqual(accounts.slice(0, 40))
  })

  test('look again a second later', async () => {
    const { round, looks, clock } = await lane({ accounts: 5, jobsOfEach: 1 })
    await round({ jobsMax: 1 })
    clock.advance(SECOND_MS - 1)
    await round({ jobsMax: 1 })
    expect(looks()).toBe(1)
    clock.advance(1)
    await round({ jobsMax: 1 })
    expect(looks()).toBe(2)
  })

  test('look again if more jobs may run than accounts are left', async () => {
    const { round, looks, begun, accounts, putFor } = await lane({ accounts: 3, jobsOfEach: 1 })
    await round({ jobsMax: 1 })
    await putFor(accounts[0]!, 5)
    expect(await round({ jobsMax: 5 })).toBe(5)
    expect(looks()).toBe(2)
    expect(begun).toHaveLength(6)
  })

  test('claim no fewer jobs because other workers were faster', async () => {
    const { round, another, accounts, putFor } = await lane({ accounts: 4, jobsOfEach: 1 })
    await round({ jobsMax: 1 })
    expect(await another.round({ jobsMax: 3 })).toBe(3)
    await putFor(accounts[0]!, 2)
    expect(await round({ jobsMax: 2 })).toBe(2)
    expect(await round({ jobsMax: 2 })).toBe(0)
  })

  test('look further if other workers have claimed all jobs that were found', async () => {
    const { round, begun, accounts, takenByOthers } = await lane({ accounts: 40, jobsOfEach: 1 })
    accounts.slice(0, 32).forEach((account) => takenByOthers.add(account))
    expect(await round({ jobsMax: 5 })).toBe(5)
    expect(begun.map(({ account }) => account)).toEqual(accounts.slice(32, 37))
  })

  test('look again if an account that was found before cannot be served', async () => {
    const { round, begun, accounts, becomeUnreachable } = await lane({ accounts: 3, jobsOfEach: 2 })
    await round({ jobsMax: 1 })
    becomeUnreachable(accounts[1]!)
    await round({ jobsMax: 1 })
    expect(begun.map(({ account }) => account)).toEqual([accounts[0], accounts[2]])
  })
})

test('claims that fail for accounts that were just found fail', async () => {
  const { round, accounts, becomeUnreachable } = await lane({ accounts: 1, jobsOfEach: 1, hidesUnreachable: false })
  becomeUnreachable(accounts[0]!)
  await expect(round({ jobsMax: 1 })).rejects.toThrow('The node is down')
})

type Given = {
  readonly accounts: number
  readonly jobsOfEach: number
  /** Whether accounts that cannot be reached are not found either. */
  readonly hidesUnreachable?: boolean
}

/** Accounts with due jobs, and two workers. */
async function lane({ accounts: count, jobsOfEach, hidesUnreachable = true }: Given) {
  const { unitOfWork, ...adapters } = inMemory()
  const unreachable = new Set<AccountId>()
  /** Found, because others claim their jobs only after the search. */
  const takenByOthers = new Set<AccountId>()
  let looks = 0
  const watched = (jobs: JobStore): Pick<JobStore, 'accountsDue' | 'claim'> => ({
    async accountsDue(due) {
      looks++
      const found = await jobs.accountsDue(due)
      return hidesUnreachable ? found.filter((account) => !unreachable.has(account)) : found
    },
    async claim(claim) {
      if ([claim.account].flat().some((account) => unreachable.has(account))) throw new Error('The node is down')
      return jobs.claim({ ...claim, account: [claim.account].flat().filter((account) => !takenByOthers.has(account)) })
    },
  })
  const run: typeof unitOfWork.run = (work) =>
    unitOfWork.run(({ jobs, ...stores }) =>
      work({ ...stores, jobs: Object.assign(Object.create(jobs) as JobStore, watched(jobs)) }),
    )
  const fixture = await workingFixture({ ...adapters, unitOfWork: { ...unitOfWork, run } })
  const others = await Promise.all(Array.from({ length: count - 1 }, () => fixture.neighbour()))
  const accounts = [fixture.account, ...others].map(({ id }) => id).sort()
  const putFor = (account: AccountId, many: number) =>
    unitOfWork.run(({ jobs }) => jobs.put(Array.from({ length: many }, () => aJob({ account }))))
  for (const account of accounts) await putFor(account, jobsOfEach)
  return {
    ...fixture,
    another: fixture.worker(),
    accounts,
    takenByOthers,
    putFor,
    looks: () => looks,
    becomeUnreachable: (account: AccountId) => void unreachable.add(account),
  }
}
