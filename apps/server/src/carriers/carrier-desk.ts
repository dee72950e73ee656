import type { CarrierContext, CarrierEvent, Route } from '@carillon/carriers'
import type { CarrierConnection, CarrierDesk, CarrierState, TestTextFields, TestTexts } from '@carillon/core'
import { newTestReference } from './test-references.js'

export type CarrierDeskOptions = {
  readonly carriers: readonly DeskCarrier[]
  readonly routes: readonly Route[]
  /** The state of each breaker, by the name of its carrier. */
  readonly breakers: () => ReadonlyMap<string, CarrierState['breaker']>
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

const TEST_DEADLINE_MS = 10_000
const TEST_BODY = 'This is a test text of Carillon.'

/** The carriers as this process sees them, for its operators. */
export function carrierDesk({ carriers, routes, breakers, testTexts, ...given }: CarrierDeskOptions): CarrierDesk {
  const named = (name: string) => carriers.find((carrier) => carrier.name === name) ?? null
  return {
    async list() {
      const states = breakers()
      return carriers.map((carrier) => stateOf(carrier, routes, states.get(carrier.name) ?? 'closed'))
    },

    async check(name, options) {
      return (await named(name)?.connection.check(options)) ?? null
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
