import type { CarrierContext, CarrierEvent, Route } from '@carillon/carriers'
import type {
  CarrierConnection,
  CarrierDesk,
  CarrierState,
  CheckedSenders,
  TestTextFields,
  TestTexts,
} from '@carillon/core'
import { newTestReference } from './test-references.js'

export type CarrierDeskOptions = {
  readonly carriers: readonly DeskCarrier[]
  readonly routes: readonly Route[]
  /** The state of each breaker, by the name of its carrier. */
  readonly breakers: () => ReadonlyMap<string, CarrierState['breaker']>
  /** The numbers of active senders with this carrier, or with none if it is null, up to a limit. */
  readonly sendersOf: (carrier: string | null, limit: number) => Promise<readonly string[]>
  readonly testTexts: TestTexts
  /** Receives each test text that was submitted: for metrics. */
  readonly onSubmission: (event: CarrierEvent) => void
  readonly nowMs: () => number
}

export type DeskCarrier = {
  readonly name: string
  readonly type: string
  readonly partsPerSecond: number | null
  readonly connection: CarrierConnection
  /** Where the carrier can reach the service. */
  readonly urls: CarrierContext
}

/** The senders of each kind that one check is about. */
const CHECKED_SENDERS_MAX = 1_000
const TEST_DEADLINE_MS = 10_000
const TEST_BODY = 'This is a test text of Carillon.'

/** The carriers as this process sees them, for its operators. */
export function carrierDesk({ carriers, routes, breakers, testTexts, ...given }: CarrierDeskOptions): CarrierDesk {
  const named = (name: string) => carriers.find((carrier) => carrier.name === name) ?? null
  const sendersFor = async (name: string): Promise<CheckedSenders> => {
    const own = await given.sendersOf(name, CHECKED_SENDERS_MAX)
    if (!routes.some(({ via }) => via.includes(name))) return { own, routed: [] }
    const others = await given.sendersOf(null, CHECKED_SENDERS_MAX)
    return carriers.length === 1
      ? { own: [...own, ...others].slice(0, CHECKED_SENDERS_MAX), routed: [] }
      : { own, routed: others }
  }
  return {
    async list() {
      const states = breakers()
      return carriers.map((carrier) => stateOf(carrier, routes, states.get(carrier.name) ?? 'closed'))
    },

    async check(name, options) {
      const carrier = named(name)
      return carrier && carrier.connection.check({ ...options, senders: await sendersFor(name) })
    },

    async test(name, text) {
      const carrier = named(name)
      if (carrier === null) return null
      const reference = newTestReference()
      const key = { carrier: name, reference }
      await testTexts.begin(key)
      const startMs = given.nowMs()
      const outcome = await submit(carrier, reference, text)
      given.onSubmission({ carrier: name, outcome, tookMs: given.nowMs() - startMs })
      return testTexts.submitted(key, outcome)
    },

    findTest: (carrier, reference) => testTexts.find({ carrier, reference }),

    async optOuts(name) {
      const carrier = named(name)
      return carrier && { entries: carrier.connection.optOuts?.() ?? null }
    },
  }
}

function stateOf(
  { name, type, partsPerSecond, connection: { provider, webhooks }, urls }: DeskCarrier,
  routes: readonly Route[],
  breaker: CarrierState['breaker'],
): CarrierState {
  const { deduplicates, canBeAsked } = provider
  const { receiptUrl, inboundUrl } = webhooks === null ? NOT_CALLED : urls
  return {
    ...{ name, type, breaker, partsPerSecond, deduplicates, canBeAsked, receiptUrl, inboundUrl },
    routes: routes.filter(({ via }) => via.includes(name)),
  }
}

const NOT_CALLED: CarrierContext = { receiptUrl: null, inboundUrl: null }

/** Past the router: an operator may want to test a carrier because its breaker is open. */
async function submit({ connection }: DeskCarrier, reference: string, { from, to, body = TEST_BODY }: TestTextFields) {
  const submission = { reference, from, to, body, mediaUrl: null }
  const [outcome] = await connection.provider.submit([submission], { deadlineMs: TEST_DEADLINE_MS })
  return outcome!
}
