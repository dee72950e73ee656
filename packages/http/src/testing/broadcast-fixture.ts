import type { Adapters } from '@carillon/core'
import type { CreateApiOptions } from '../create-api.js'
import { importsOf } from './imports.js'
import { FROM, openMessaging } from './messaging-fixture.js'
import type { Call } from './test-api.js'
import { workLanes } from './work-lanes.js'

/** The number of the nth member. */
export const memberNumber = (n: number) => `+1303555${String(n).padStart(4, '0')}`

export const MEMBERS = Array.from({ length: 120 }, (_, n) => memberNumber(n))

/** Acme with the opted-in contact Ann and opted-in members, and jobs that run only on demand. */
export async function openBroadcasts<A extends Adapters>(adapters: A, options: Partial<CreateApiOptions> = {}) {
  const fixture = await openMessaging(adapters, options)
  await importsOf(fixture).imported(['phoneNumber', ...MEMBERS].join('\n'))
  const recipients = MEMBERS.map((to) => ({ to }))
  const post = (kind: string, body: object, call: Call = {}) =>
    fixture.api('POST', `/messaging/${kind}`, { body, ...call })
  return {
    ...fixture,
    recipients,
    broadcast: (fields: object = {}) => post('broadcast', { from: FROM, body: 'Hello', recipients, ...fields }),
    batch: (fields: object = {}) => post('batch', { from: FROM, ...fields }),
    get: async (path: string, headers: Call['headers'] = {}) => fixture.api('GET', `/messaging/${path}`, { headers }),
    /** Runs jobs until none is due. */
    work: () => workLanes(fixture.useCases, ['bulk', 'quick']),
  }
}
