import type { CarrierEvent } from '@carillon/carriers'
import { scriptedProvider, type ScriptedProvider } from '@carillon/contracts'
import type {
  CarrierConnection,
  CarrierFailure,
  CarrierFinding,
  CarrierOptOut,
  CarrierState,
  CheckOptions,
} from '@carillon/core'
import { carrierDesk } from '../carriers/carrier-desk.js'
import { memoryTestTexts } from './memory-test-texts.js'

const ACCEPTS: CarrierFinding = { subject: 'credentials', state: 'good', message: 'The credentials are accepted' }
const UNREACHABLE = { kind: 'unreadable', reason: 'Tests post nothing' } as const

/**
 * The desk of a service with the carriers `main` (HTTP), `smsc` (SMPP) and `phones`, or only with `main`, whose outcomes
 * a test scripts.
 */
export function aCarrierDesk({ isOnlyMain = false } = {}) {
  const testTexts = memoryTestTexts()
  const events: CarrierEvent[] = []
  const findings = { main: [ACCEPTS], smsc: [ACCEPTS], phones: [] as readonly CarrierFinding[] }
  const checked: ({ name: string } & CheckOptions)[] = []
  const senders = new Map<string | null, readonly string[]>()
  const breakers = new Map<string, CarrierState['breaker']>()
  const optOuts: CarrierOptOut[] = []
  let optOutsFault: string | null = null
  async function* optOutsOfMain() {
    yield* optOuts
    if (optOutsFault !== null) throw new Error(optOutsFault)
  }
  let nowMs = 0
  const providers = {
    main: scriptedProvider({ deduplicates: false }),
    smsc: scriptedProvider({ deduplicates: false, canBeAsked: true }),
    phones: scriptedProvider(),
  }
  const carrier = (name: keyof typeof providers, type: string, partsPerSecond: number | null) => ({
    ...{ name, type, partsPerSecond },
    connection: {
      provider: providers[name],
      webhooks: name === 'main' ? { receipts: () => UNREACHABLE, inbound: () => UNREACHABLE } : null,
      directory: null,
      optOuts: name === 'main' ? optOutsOfMain : null,
      async check(options) {
        checked.push({ name, ...options })
        return findings[name]
      },
      close: async () => {},
    } satisfies CarrierConnection,
    urls: {
      receiptUrl: `https://sms.example.com/provider/${name}/receipts`,
      inboundUrl: `https://sms.example.com/provider/${name}/inbound`,
    },
  })
  const others = [carrier('smsc', 'smpp', null), carrier('phones', 'simulator', null)]
  const desk = carrierDesk({
    carriers: [carrier('main', 'twilio', 100), ...(isOnlyMain ? [] : others)],
    routes: [
      { toPrefix: '+44', via: ['main'] },
      { toPrefix: null, via: ['smsc', 'main'] },
    ],
    breakers: () => breakers,
    sendersOf: async (name, limit) => (senders.get(name) ?? []).slice(0, limit),
    testTexts,
    onSubmission: (event) => events.push(event),
    nowMs: () => nowMs,
  })
  return {
    ...{ desk, testTexts, providers, findings, checked, breakers, events },
    /** The numbers of the service, by the name of their carrier, or null. */
    senders,
    /** The opt-outs in the list of `main`. The other carriers have no list. */
    optOuts,
    /** Makes the list of `main` break off after these opt-outs. */
    breakOptOuts: (fault: string) => void (optOutsFault = fault),
    advance: (ms: number) => void (nowMs += ms),
    /** The carrier reports the end of its latest text. */
    report(name: keyof typeof providers, failure: CarrierFailure | null = null) {
      void testTexts.receive({ carrier: name, reference: latestOf(providers[name]) }, failure)
    },
  }
}

function latestOf({ submitted }: ScriptedProvider): string {
  return submitted.at(-1)!.reference
}
