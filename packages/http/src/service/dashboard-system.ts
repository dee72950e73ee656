import { object, readValue, type CarrierDesk, type UseCases } from '@carillon/core'
import type { Route } from '../api/route.js'
import { carrierResponse } from '../carriers/admin-carriers.js'
import { DECLARATION_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { CursorQuery, cursorPageOf, cursorRequestOf } from '../input/cursor.js'
import { readQuery } from '../input/query.js'
import { deadJobResponse } from '../jobs/admin-jobs.js'
import { downAmong } from './down-among.js'

const SYSTEM = '/system'

const { name, timezone } = DECLARATION_SCHEMA.fields.account.fields
export const NEW_ACCOUNT_SCHEMA = object({ required: { name }, optional: { timezone } })

type SystemUseCases = Pick<
  UseCases,
  'listServiceAccounts' | 'createAccount' | 'listServiceDeadJobs' | 'listProcesses' | 'readServiceHealth'
>

/** What the owners of the service see and do. A dead job is retried at the path of its account. */
export function systemRoutes(useCases: SystemUseCases, carriers: CarrierDesk): Route[] {
  return [...accountRoutes(useCases), ...stateRoutes(useCases, carriers)]
}

function accountRoutes({ listServiceAccounts, createAccount }: SystemUseCases): Route[] {
  return [
    {
      method: 'get',
      path: `${SYSTEM}/accounts`,
      handle: async (req, res) => {
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        res.json(cursorPageOf(await listServiceAccounts.execute(step), (account) => account))
      },
    },
    {
      method: 'post',
      path: `${SYSTEM}/accounts`,
      handle: async (req, res) => {
        const account = await createAccount.execute(readValue(NEW_ACCOUNT_SCHEMA, await readObject(req)))
        const { id, createdAt } = account
        res.status(201).json({ id, name: account.name, timezone: account.timezone, createdAt })
      },
    },
  ]
}

function stateRoutes(useCases: SystemUseCases, carriers: CarrierDesk): Route[] {
  return [
    {
      method: 'get',
      path: `${SYSTEM}/health`,
      handle: async (_req, res) => {
        const states = await carriers.list()
        const downCarriers = downAmong(states)
        const health = await useCases.readServiceHealth.execute({ downCarriers })
        res.json({ ...health, carriers: { total: states.length, down: downCarriers.map(({ name }) => name) } })
      },
    },
    {
      method: 'get',
      path: `${SYSTEM}/processes`,
      handle: async (_req, res) => {
        res.json({ results: await useCases.listProcesses.execute() })
      },
    },
    {
      method: 'get',
      path: `${SYSTEM}/carriers`,
      handle: async (_req, res) => {
        res.json({ results: (await carriers.list()).map(carrierResponse) })
      },
    },
    {
      method: 'get',
      path: `${SYSTEM}/jobs/dead`,
      handle: async (req, res) => {
        const step = cursorRequestOf(readQuery(req, CursorQuery))
        res.json(
          cursorPageOf(await useCases.listServiceDeadJobs.execute(step), (job) => ({
            account: job.account,
            ...deadJobResponse(job),
          })),
        )
      },
    },
  ]
}
