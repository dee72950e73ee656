import type { Carrier, CarrierDirectory, PhoneNumber } from '@carillon/core'
import type { HttpClient } from '../http/exchange.js'
import { readJson, textAt } from '../http/read-json.js'

const LINE_TYPES: ReadonlyMap<string, Carrier['lineType']> = new Map([
  ['mobile', 'mobile'],
  ['fixed line', 'landline'],
  ['voip', 'voip'],
])

/** Telnyx charges for each look-up, so a number that is given twice is looked up once. */
export function telnyxDirectory(http: HttpClient): CarrierDirectory {
  const lookUpOne = async (phone: PhoneNumber, deadlineMs: number): Promise<Carrier | null> => {
    const path = `/number_lookup/${phone}?type=carrier`
    const exchange = await http.exchange({ method: 'GET', path }, deadlineMs)
    return exchange.kind === 'answered' && exchange.status === 200 ? carrierIn(readJson(exchange.body)) : null
  }
  return {
    async lookUp(phones, { deadlineMs }) {
      const distinct = [...new Set(phones)]
      const found = await Promise.all(
        distinct.map(async (phone) => [phone, await lookUpOne(phone, deadlineMs)] as const),
      )
      const carriers = new Map(found)
      return phones.map((phone) => carriers.get(phone) ?? null)
    },
  }
}

function carrierIn(answer: unknown): Carrier | null {
  const text = (name: string) => textAt(answer, 'data', 'carrier', name) ?? ''
  const lineType = LINE_TYPES.get(text('type')) ?? 'unknown'
  const name = text('normalized_carrier') || text('name')
  // Without a name, a type that is known is still worth having: a landline gets no texts.
  if (name === '') return lineType === 'unknown' ? null : { name: 'unknown', lineType }
  return { name, lineType }
}
