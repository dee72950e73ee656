import { CarillonError } from '@carillon/client'
import { reasonOf } from './admin-client.js'

/** The error of a response that broke off after it had begun; null for any other failure. */
export function brokenResponse(error: unknown): Error | null {
  const isBroken = error instanceof CarillonError && error.reason === 'unreachable' && error.status !== undefined
  return isBroken ? new Error(reasonOf(error), { cause: error }) : null
}
