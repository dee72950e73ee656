import {
  DELIVERY_STATUSES,
  EVENT_TYPES,
  TEST_EVENT_TYPE,
  bodyOf,
  invalidInput,
  oneOf,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
  type EventsToReplay,
  type FieldRule,
  type FoundDelivery,
  type ListedDelivery,
  type UseCases,
} from '@carillon/core'
import type { Request } from 'express'
import type { Route } from '../api/route.js'
import { readObject } from '../input/body.js'
import { MayBeAbsent, OneOf, Text } from '../input/checks.js'
import { INSTANT, instantOf } from '../input/instant.js'
import { parameterOf } from '../input/path.js'
import { pageRequestOf, PageQuery, Parameter, readQuery } from '../input/query.js'
import { ANY_TEXT, readShape } from '../input/shape.js'
import { WEBHOOK, webhookNameOf } from './admin-webhooks.js'

/** In a body, unlike in a query, `+` does not become a space. */
const WHOLE_INSTANT: FieldRule = { ...INSTANT, holds: (text) => INSTANT.holds(text) && !text.includes(' ') }

class DeliveryQuery extends PageQuery {
  @Parameter(oneOf(DELIVERY_STATUSES)) status?: DeliveryStatus | ''
  @Parameter(oneOf([...EVENT_TYPES, TEST_EVENT_TYPE])) type?: Delivery['type'] | ''
  /** Text that is not an id matches no event. */
  @Parameter(ANY_TEXT) event?: string
}

export class ReplayEventFields {
  @Text(ANY_TEXT) eventId!: string
}

export class ReplaySpanFields {
  @Text(WHOLE_INSTANT) from!: string
  @Text(WHOLE_INSTANT) to!: string
  @MayBeAbsent() @OneOf(DELIVERY_STATUSES) status?: DeliveryStatus
}

type DeliveryUseCases = Pick<UseCases, 'listDeliveries' | 'readDelivery' | 'replayEvents'>

export function deliveryRoutes({ listDeliveries, readDelivery, replayEvents }: DeliveryUseCases): Route[] {
  return [
    {
      method: 'get',
      path: `${WEBHOOK}/deliveries`,
      handle: async (req, res) => {
        const { status, type, event, ...rest } = readQuery(req, DeliveryQuery)
        const filter = { ...(status && { status }), ...(type && { type }), ...(event && { event }) }
        const page = pageRequestOf(rest)
        const deliveries = await listDeliveries.execute({ ...webhookNameOf(req), filter, page })
        res.json({ ...deliveries, results: deliveries.results.map(listedResponse) })
      },
    },
    {
      method: 'get',
      path: `${WEBHOOK}/deliveries/:eventId`,
      handle: async (req, res) => {
        const event = parameterOf(req, 'eventId')
        res.json(foundResponse(await readDelivery.execute({ ...webhookNameOf(req), event })))
      },
    },
    {
      method: 'post',
      path: `${WEBHOOK}/replay`,
      handle: async (req, res) => {
        const which = await readReplay(req)
        const replayed = await replayEvents.execute({ ...webhookNameOf(req), which })
        res.status(202).json({ replayed })
      },
    },
  ]
}

const SPAN = ['from', 'to', 'status'] as const

async function readReplay(req: Request): Promise<EventsToReplay> {
  const body = await readObject(req)
  const has = (name: string) => Object.hasOwn(body, name)
  if (has('eventId')) {
    const conflicting = SPAN.find(has)
    if (conflicting !== undefined)
      throw invalidInput(conflicting, 'must not be combined with eventId: give one event, or a time span')
    return { event: readShape(ReplayEventFields, body).eventId }
  }
  if (!SPAN.some(has)) throw invalidInput('eventId', 'is missing: give one event, or a time span with from and to')
  const { from, to, status } = readShape(ReplaySpanFields, body)
  return { from: instantOf(from), to: instantOf(to), status }
}

/** `undefined` fields are omitted from the JSON. */
function deliveryResponse({ event, type, status, attempts, nextAt, createdAt, endedAt }: Delivery) {
  return {
    eventId: event,
    type,
    status,
    attemptCount: attempts,
    nextAttemptAt: nextAt ?? undefined,
    createdAt,
    endedAt: endedAt ?? undefined,
  }
}

function listedResponse({ delivery, last }: ListedDelivery) {
  return { ...deliveryResponse(delivery), lastAttempt: last === null ? undefined : attemptResponse(last) }
}

function foundResponse({ delivery, event, attempts }: FoundDelivery) {
  const payload: unknown = JSON.parse(bodyOf({ delivery, ...event }))
  return { ...deliveryResponse(delivery), attempts: attempts.map(attemptResponse), payload }
}

function attemptResponse({ number, at, tookMs, answer }: DeliveryAttempt) {
  const tried = { number, at, tookMs }
  if (answer.kind === 'answered') return { ...tried, status: answer.status, excerpt: answer.excerpt }
  return { ...tried, reason: answer.reason, message: answer.message }
}
