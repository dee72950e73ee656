import { CarillonError } from '@carillon/client'
import { reasonOf } from './admin-client.js'

/** Why an answer that had begun did not come to its end; null of any other failure. */
export function brokenAnswer(error: unknown): Error | null {
  const isBroken = error instanceof CarillonError && error.reason === 'unreachable' && error.status !== undefined
  return isBroken ? new Error(reasonOf(error), { cause: error }) : null
}
