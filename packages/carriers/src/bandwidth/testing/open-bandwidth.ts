import type { CarrierConnection, Submission } from '@carillon/core'
import { bandwidth, type BandwidthSettings } from '../index.js'
import { API_USER, BANDWIDTH_SETTINGS, startTestBandwidth } from './test-bandwidth.js'

export const BANDWIDTH_CONTEXT = {
  receiptUrl: 'https://sms.example.com/provider/bandwidth/receipts',
  inboundUrl: 'https://sms.example.com/provider/bandwidth/inbound',
}

/** Nothing listens there. */
export const NOWHERE = 'http://127.0.0.1:1'

export const TEXT: Submission = {
  reference: 'acc_1.msg_1',
  from: '+12025550199',
  to: '+12025550101',
  body: 'Hello',
  mediaUrl: null,
}

const opened: { close(): Promise<void> }[] = []

export async function closeAll() {
  for (const one of opened.splice(0).toReversed()) await one.close()
}

/** A test carrier, its clock, and adapters for it, each as of a process of its own. */
export async function openBandwidth(options: { readonly expiresIn?: number } = {}) {
  let nowMs = Date.parse('2026-03-01T12:00:00Z')
  const now = () => nowMs
  const carrier = await startTestBandwidth({ ...options, now })
  opened.push(carrier)
  const urls = { baseUrl: `${carrier.url}/api/v2`, tokenUrl: `${carrier.url}/api/v1/oauth2/token` }
  const connectWith = (settings: BandwidthSettings, context: Context = BANDWIDTH_CONTEXT): CarrierConnection => {
    const connection = bandwidth({ ...urls, ...settings }, context, now)
    opened.push(connection)
    return connection
  }
  const { clientId: _, clientSecret: __, ...others } = BANDWIDTH_SETTINGS
  return {
    carrier,
    pass(ms: number) {
      nowMs += ms
    },
    connect: (more: Partial<BandwidthSettings> = {}, context?: Context) =>
      connectWith({ ...BANDWIDTH_SETTINGS, ...more }, context),
    connectAsUser: (more: Partial<BandwidthSettings> = {}) => connectWith({ ...others, ...API_USER, ...more }),
  }
}

type Context = Parameters<typeof bandwidth>[1]
