import type { Schema } from '@carillon/client'
import { asJson } from '../../terminal/as-json.js'
import type { Shell } from '../../terminal/shell.js'
import { tableOf } from '../../terminal/table.js'
import { withAdmin } from '../client/admin-client.js'

type CarrierState = Schema<'CarrierState'>

/** What is said of a service that has no file of carriers. */
export const NO_CARRIERS = 'The server has no carriers file. Set CARILLON_CARRIERS to its path and restart.'

export async function listCarriers({ json }: { readonly json: boolean }, shell: Shell): Promise<void> {
  const { results } = await withAdmin(shell, (admin) => admin.carriers.list())
  shell.stdout.write(json ? asJson(results) : listed(results))
}

function listed(carriers: readonly CarrierState[]): string {
  if (carriers.length === 0) return `${NO_CARRIERS}\n`
  const urls = carriers.flatMap(urlRows)
  const tables = [
    tableOf([HEADINGS, ...carriers.map(stateRow)]),
    ...(urls.length === 0 ? [] : [tableOf([['NAME', 'SENDS', 'WEBHOOK URL'], ...urls])]),
  ]
  return tables.join('\n')
}

const HEADINGS = ['NAME', 'TYPE', 'BREAKER', 'PARTS/S', 'DEDUPLICATES', 'CAN BE ASKED', 'ROUTES']

function stateRow({ name, type, breaker, partsPerSecond, deduplicates, canBeAsked, routes }: CarrierState): string[] {
  const shownRoutes = routes.map((route) => shownRoute(route, name)).join(', ')
  const limit = partsPerSecond === undefined ? '-' : String(partsPerSecond)
  return [name, type, breaker, limit, yesOrNo(deduplicates), yesOrNo(canBeAsked), shownRoutes || 'none']
}

/** For example `+44`, `all`, or `all after backup` if the other carrier is tried first. */
function shownRoute({ toPrefix = 'all', via }: CarrierState['routes'][number], name: string): string {
  const before = via.slice(0, via.indexOf(name))
  return before.length === 0 ? toPrefix : `${toPrefix} after ${before.join(' and ')}`
}

function urlRows({ name, receiptUrl, inboundUrl }: CarrierState): string[][] {
  return [
    ...(receiptUrl === undefined ? [] : [[name, 'receipts', receiptUrl]]),
    ...(inboundUrl === undefined ? [] : [[name, 'inbound', inboundUrl]]),
  ]
}

function yesOrNo(is: boolean): string {
  return is ? 'yes' : 'no'
}
