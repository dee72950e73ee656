import type { Schema } from '@carillon/client'
import { clockOf } from '../../terminal/clock.js'
import { plain } from './quoted.js'

export type DriftLine = Schema<'DriftLine'>

/** The name of the account and of the carrier that are compared. */
export type Compared = { readonly account: string; readonly carrier: string }

/** One line for a number that has opted out on one side only, or for the totals; "" for a line that only counts. */
export function driftWords({ onlyAtCarrier, onlyHere, done }: DriftLine, compared: Compared): string {
  if (onlyAtCarrier !== undefined) return atCarrierWords(onlyAtCarrier, compared)
  if (onlyHere !== undefined) return hereWords(onlyHere)
  return done === undefined ? '' : totalWords(done, compared)
}

function atCarrierWords(
  { phoneNumber, sender, at, isOptedIn }: NonNullable<DriftLine['onlyAtCarrier']>,
  { carrier }: Compared,
): string {
  const from = sender === undefined ? '' : ` from ${sender}`
  const since = at === undefined ? '' : ` on ${clockOf(at)}`
  return `${phoneNumber} opted out${from} at ${plain(carrier)}${since}, but ${isOptedIn ? 'is opted in' : 'not'} here\n`
}

function hereWords({ phoneNumber, optedOutAt, refusedAt }: NonNullable<DriftLine['onlyHere']>): string {
  const reasons = [
    ...(optedOutAt === undefined ? [] : [`STOP on ${clockOf(optedOutAt)}`]),
    ...(refusedAt === undefined ? [] : [`a text was refused on ${clockOf(refusedAt)}`]),
  ]
  return `${phoneNumber} opted out only here: ${reasons.join(', ')}\n`
}

function totalWords(
  { atCarrier, onlyAtCarrier, onlyHere, ignored }: NonNullable<DriftLine['done']>,
  { account, carrier }: Compared,
): string {
  const at = plain(carrier)
  const counts = `${onlyAtCarrier} opted out only at ${at}, ${onlyHere} only here, ${atCarrier - onlyAtCarrier} at both`
  const others = ignored === 0 ? '' : `; ${ignored} other entries at ${at} do not concern the account`
  return `${plain(account)}: ${counts}${others}\n`
}
