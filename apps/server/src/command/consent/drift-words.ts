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
  const but = isOptedIn ? 'is opted in' : 'not'
  return `${phoneNumber} opted out${from} at ${plain(carrier)}${since}, but ${but} at Carillon\n`
}

function hereWords({ phoneNumber, optedOutAt, refusedAt }: NonNullable<DriftLine['onlyHere']>): string {
  const reasons = [
    ...(optedOutAt === undefined ? [] : [`STOP on ${clockOf(optedOutAt)}`]),
    ...(refusedAt === undefined ? [] : [`a text was refused on ${clockOf(refusedAt)}`]),
  ]
  return `${phoneNumber} opted out only at Carillon: ${reasons.join(', ')}\n`
}

function totalWords(
  { atCarrier, onlyAtCarrier, onlyHere, ignored }: NonNullable<DriftLine['done']>,
  { account, carrier }: Compared,
): string {
  const at = plain(carrier)
  const numbers = onlyAtCarrier === 1 ? 'number' : 'numbers'
  const counts = [
    `${onlyAtCarrier} ${numbers} opted out only at ${at}`,
    `${onlyHere} only at Carillon`,
    `${atCarrier - onlyAtCarrier} at both`,
  ]
  return `${plain(account)}: ${counts.join(', ')}${ignoredWords(ignored, at)}\n`
}

function ignoredWords(ignored: number, at: string): string {
  if (ignored === 0) return ''
  const entries = ignored === 1 ? `1 other entry at ${at} does` : `${ignored} other entries at ${at} do`
  return `; ${entries} not concern the account`
}
