import type { CarrierOptOut } from '@carillon/core'
import type { HttpClient } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'
import { timeOf } from './time.js'

const PAGE_SIZE = 250
const PAGES_MAX = 10_000
const PAGE_DEADLINE_MS = 30_000

/**
 * The opt-outs of one profile, or of all. At Telnyx an opt-out from a number is one from all numbers of its profile.
 * Throws if a page cannot be read, since a part of the list would look like the whole.
 */
export async function* telnyxOptOuts(http: HttpClient, profileId: string | undefined): AsyncGenerator<CarrierOptOut> {
  for (let page = 1, pages = 1; page <= pages; page++) {
    const query = new URLSearchParams({ 'page[number]': String(page), 'page[size]': String(PAGE_SIZE) })
    if (profileId !== undefined) query.set('filter[messaging_profile_id]', profileId)
    const exchange = await http.exchange({ method: 'GET', path: `/messaging_optouts?${query}` }, PAGE_DEADLINE_MS)
    const answer = exchange.kind === 'answered' && exchange.status === 200 ? readJson(exchange.body) : undefined
    const rows = at(answer, 'data')
    if (!Array.isArray(rows)) {
      const why = exchange.kind === 'answered' ? `answered with status ${exchange.status}` : 'did not answer'
      throw new Error(`Telnyx ${why} when asked for page ${page} of its opt-outs`)
    }
    pages = pagesIn(answer)
    yield* rows.flatMap(optOutIn)
  }
}

function pagesIn(answer: unknown): number {
  const pages = at(answer, 'meta', 'total_pages')
  if (typeof pages === 'number' && Number.isInteger(pages) && pages >= 0 && pages <= PAGES_MAX) return pages
  throw new Error(`Telnyx did not say how many pages of opt-outs there are, or named more than ${PAGES_MAX}`)
}

function optOutIn(row: unknown): readonly CarrierOptOut[] {
  const phone = textAt(row, 'to')
  if (phone === null) return []
  return [{ phone, sender: textAt(row, 'from'), at: timeOf(textAt(row, 'created_at')) }]
}
