import { aJob, NOW } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { setUpOwner } from '../testing/fixtures/dashboard-fixture.js'
import { ACME, openTestApi } from '../testing/test-api.js'

test('an owner discards a dead job once, and the audit has it', async () => {
  const adapters = inMemory({ now: NOW })
  const fixture = await openTestApi(adapters)
  const { token } = await setUpOwner(fixture)
  const account = (await fixture.useCases.applyAccount.execute({ declaration: ACME, prune: false })).account.id
  const job = aJob({ account })
  await adapters.unitOfWork.run(async ({ jobs }) => {
    await jobs.put([job])
    const [claimed] = await jobs.claim({ account, lane: 'quick', now: NOW, leaseUntil: NOW, limit: 1, fence: 'f' })
    await jobs.markDead(claimed!, { at: NOW, error: 'It broke' })
  })
  const call = (method: string, path: string) => fixture.dashboard(method, path, {}, token)
  const path = `/accounts/${account}/jobs/dead/${job.id}`
  expect((await call('DELETE', path)).status).toBe(204)
  expect((await call('GET', '/system/jobs/dead')).body.results).toEqual([])
  expect((await call('GET', `/accounts/${account}/audit?action=job.discarded`)).body.results).toMatchObject([
    { action: 'job.discarded', subjects: [job.id], account },
  ])
  expect(await call('DELETE', path)).toMatchObject({ status: 404, body: { code: 33404 } })
  expect((await call('GET', `/accounts/${account}/audit?action=job.discarded`)).body.results).toHaveLength(1)
  expect((await call('DELETE', `/accounts/${account}/jobs/dead/nonsense`)).status).toBe(404)
})
