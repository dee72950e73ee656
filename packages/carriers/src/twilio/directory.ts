import type { Carrier, CarrierDirectory, PhoneNumber } from '@carillon/core'
import type { HttpClient } from '../http/exchange.js'
import { at, readJson, textAt } from '../http/read-json.js'

const LINE_TYPES: Readonly<Record<string, Carrier['lineType']>> = {
  mobile: 'mobile',
  landline: 'landline',
  fixedVoip: 'voip',
  nonFixedVoip: 'voip',
}

/** Each look-up costs money, so a number that is listed twice is looked up once. */
export function twilioDirectory(http: HttpClient, authorization: string): CarrierDirectory {
  const lookUpOne = async (phone: PhoneNumber, deadlineMs: number): Promise<Carrier | null> => {
    const path = `/v2/PhoneNumbers/${encodeURIComponent(phone)}?Fields=line_type_intelligence`
    const exchange = await http.exchange({ method: 'GET', path, headers: { authorization } }, deadlineMs)
    if (exchange.kind !== 'answered' || exchange.status !== 200) return null
    return carrierOf(at(readJson(exchange.body), 'line_type_intelligence'))
  }
  return {
    lookUp: async (phones, { deadlineMs }) => {
      const different = [...new Set(phones)]
      const carriers = await Promise.all(different.map((phone) => lookUpOne(phone, deadlineMs)))
      const found = new Map(different.map((phone, i) => [phone, carriers[i]!]))
      return phones.map((phone) => found.get(phone) ?? null)
    },
  }
}

/** Twilio names no carrier for some types, such as toll-free numbers; it can also omit the name of another carrier. */
function carrierOf(line: unknown): Carrier | null {
  const [type, name] = [textAt(line, 'type'), textAt(line, 'carrier_name') || null]
  if (type === null || textAt(line, 'error_code') !== null) return null
  const lineType = Object.hasOwn(LINE_TYPES, type) ? LINE_TYPES[type]! : 'unknown'
  return name === null && lineType === 'unknown' ? null : { name: name ?? 'unknown', lineType }
}
