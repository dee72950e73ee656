import { createCarillon } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { startReports } from './report-process.js'

const QUIET = { debug: () => {} }

test('a process reports at once, and is forgotten when it stops in order', async () => {
  const adapters = inMemory()
  const useCases = createCarillon({ adapters })
  const { stop } = startReports({ useCases, adapters, logger: QUIET, kind: 'worker', runsJobs: true })
  const other = startReports({ useCases, adapters, logger: QUIET, kind: 'server', runsJobs: false })
  await other.stop()
  expect(await useCases.listProcesses.execute()).toMatchObject([{ kind: 'worker', runsJobs: true, isMissing: false }])
  await stop()
  expect(await useCases.listProcesses.execute()).toEqual([])
})

test('a process that cannot report runs on', async () => {
  const adapters = inMemory()
  const fails = { execute: async () => Promise.reject(new Error('No database')) }
  const useCases = { reportProcess: fails, endProcess: fails } as never
  const { stop } = startReports({ useCases, adapters, logger: QUIET, kind: 'worker', runsJobs: true })
  await expect(stop()).resolves.toBeUndefined()
})
