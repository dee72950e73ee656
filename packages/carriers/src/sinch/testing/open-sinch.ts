import { NOW } from '@carillon/contracts'
import type { CarrierConnection, Submission } from '@carillon/core'
import { sinch, type SinchSettings } from '../index.js'
import { SINCH_SETTINGS, startTestSinch } from './test-sinch.js'

export const SINCH_CONTEXT = {
  receiptUrl: 'https://sms.example.com/provider/sinch/receipts',
  inboundUrl: 'https://sms.example.com/provider/sinch/inbound',
}

/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:1'

export const TEXT: Submission = {
  reference: `acc_${'0'.repeat(26)}.msg_01kjn8q2000000000000000000`,
  from: '+12025550199',
  to: '+12025550101',
  body: 'Hello',
  mediaUrl: null,
}

/** A clock that stands at the time of the tests' ids. */
function aClock() {
  let nowMs = NOW.getTime()
  return {
    now: () => nowMs,
    pass(ms: number) {
      nowMs += ms
    },
  }
}

const opened: { close(): Promise<void> }[] = []

export async function closeAll() {
  for (const one of opened.splice(0).toReversed()) await one.close()
}

/** A test carrier, its clock, and adapters for it, each as of a process of its own. */
export async function openSinch(settings: Partial<SinchSettings> = {}, options: { readonly textMax?: number } = {}) {
  const clock = aClock()
  const carrier = await startTestSinch({ ...options, now: clock.now })
  opened.push(carrier)
  const connect = (more: Partial<SinchSettings> = {}, context = SINCH_CONTEXT as ContextOf): CarrierConnection => {
    const connection = sinch({ ...SINCH_SETTINGS, baseUrl: carrier.url, ...settings, ...more }, context, clock.now)
    opened.push(connection)
    return connection
  }
  return { carrier, clock, connect, connection: connect() }
}

type ContextOf = Parameters<typeof sinch>[1]
