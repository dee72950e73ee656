import {
  DomainError,
  lengthOf,
  MESSAGE_BODY_MAX,
  parsePhoneNumber,
  SENDER_NUMBER,
  shownName,
  type CarrierDesk,
  type CarrierState,
  type SubmissionOutcome,
  type TestText,
} from '@carillon/core'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { MayBeAbsent, Text } from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { ANY_TEXT, NoFields } from '../input/shape.js'

const CARRIERS = '/carriers'
const CARRIER = `${CARRIERS}/:carrier`

/** Operators wait for the response. */
const CHECK_DEADLINE_MS = 10_000

export class CarrierTestFields {
  /** Like the recipient of a message, the number gets an error code of its own. */
  @Text(ANY_TEXT) to!: string
  @Text(SENDER_NUMBER) from!: string
  @MayBeAbsent() @Text(lengthOf({ min: 1, max: MESSAGE_BODY_MAX })) body?: string
}

export function carrierRoutes(carriers: CarrierDesk): Route[] {
  return [...stateRoutes(carriers), ...testRoutes(carriers)]
}

function stateRoutes(carriers: CarrierDesk): Route[] {
  return [
    {
      method: 'get',
      path: CARRIERS,
      handle: async (_req, res) => {
        res.json({ results: (await carriers.list()).map(carrierResponse) })
      },
    },
    {
      method: 'post',
      path: `${CARRIER}/check`,
      handle: async (req, res) => {
        const carrier = parameterOf(req, 'carrier')
        await readBody(req, NoFields)
        const findings = await carriers.check(carrier, { deadlineMs: CHECK_DEADLINE_MS })
        if (findings === null) throw await unknownCarrier(carriers, carrier)
        res.json({ results: findings.map(({ subject, state, message }) => ({ subject, state, message })) })
      },
    },
  ]
}

function testRoutes(carriers: CarrierDesk): Route[] {
  return [
    {
      method: 'post',
      path: `${CARRIER}/tests`,
      handle: async (req, res) => {
        const carrier = parameterOf(req, 'carrier')
        const { to, ...fields } = await readBody(req, CarrierTestFields)
        const text = await carriers.test(carrier, { to: parsePhoneNumber(to), ...fields })
        if (text === null) throw await unknownCarrier(carriers, carrier)
        res.status(201).json(testResponse(carrier, text))
      },
    },
    {
      method: 'get',
      path: `${CARRIER}/tests/:reference`,
      handle: async (req, res) => {
        const [carrier, reference] = [parameterOf(req, 'carrier'), parameterOf(req, 'reference')]
        const text = await carriers.findTest(carrier, reference)
        if (text === null) throw await unknownTest(carriers, carrier, reference)
        res.json(testResponse(carrier, text))
      },
    },
  ]
}

export async function unknownCarrier(carriers: CarrierDesk, carrier: string): Promise<DomainError> {
  const names = (await carriers.list()).map(({ name }) => name)
  const expected = names.length === 0 ? 'the service has no file of carriers' : `expected ${names.join(', ')}`
  return new DomainError('carrier-not-found', `No carrier has the name ${shownName(carrier)}: ${expected}`)
}

async function unknownTest(carriers: CarrierDesk, carrier: string, reference: string): Promise<DomainError> {
  const isKnown = (await carriers.list()).some(({ name }) => name === carrier)
  if (!isKnown) return unknownCarrier(carriers, carrier)
  return new DomainError(
    'test-text-not-found',
    `No test text of ${carrier} has the reference ${shownName(reference)}: test texts are kept for a day`,
  )
}

/** `undefined` fields are omitted from the JSON. */
export function carrierResponse({ partsPerSecond, receiptUrl, inboundUrl, routes, ...state }: CarrierState) {
  const { name, type, breaker, deduplicates, canBeAsked } = state
  return {
    ...{ name, type, breaker, deduplicates, canBeAsked },
    partsPerSecond: partsPerSecond ?? undefined,
    receiptUrl: receiptUrl ?? undefined,
    inboundUrl: inboundUrl ?? undefined,
    routes: routes.map(({ toPrefix, via }) => ({ toPrefix: toPrefix ?? undefined, via })),
  }
}

function testResponse(carrier: string, { reference, outcome, receipt }: TestText) {
  return {
    reference,
    carrier,
    outcome: outcome.kind,
    ...outcomeFields(outcome),
    receipt: receipt === null ? undefined : receiptResponse(receipt),
  }
}

function outcomeFields(outcome: SubmissionOutcome) {
  switch (outcome.kind) {
    case 'accepted':
      return { carrierId: outcome.providerId }
    case 'refused':
      return failureFields(outcome)
    case 'try-later': {
      const { because, afterMs } = outcome
      return { because, retryAfterSeconds: afterMs === null ? undefined : Math.ceil(afterMs / 1_000) }
    }
    case 'unknown':
      return { because: outcome.because }
  }
}

function receiptResponse({ failure }: NonNullable<TestText['receipt']>) {
  return failure === null ? { status: 'delivered' } : { status: 'failed', ...failureFields(failure) }
}

type Failure = { readonly type: string; readonly message: string; readonly carrierCode?: string | null }

function failureFields({ type, message, carrierCode }: Failure) {
  return { errorType: type, errorMessage: message, carrierCode: carrierCode ?? undefined }
}
