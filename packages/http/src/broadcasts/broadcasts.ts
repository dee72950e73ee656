import {
  BROADCAST_KINDS,
  CANARY_SCHEMA,
  INSTANT,
  MESSAGE_FIELD_RULES,
  type Account,
  type AcceptedBroadcast,
  type BroadcastKind,
  type BroadcastView,
  type RequestedCanary,
  type RequestedRecipients,
  type StartBroadcastInput,
  type StartForAudienceInput,
  type StartedBroadcast,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { AudienceFields, audienceOf } from '../filters/audience-fields.js'
import { readBody } from '../input/body.js'
import {
  Check,
  Flag,
  MayBe,
  MayBeAbsent,
  Nested,
  NotWith,
  ReadBy,
  RequiredUnless,
  Text,
  unlessAbsent,
} from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { NoFields, readShape } from '../input/shape.js'
import { TemplateRefFields } from '../templates/template-fields.js'
import { EXPORTS_MAX, broadcastMessagesRoute, type BroadcastMessagesUseCases } from './broadcast-messages.js'
import type { BulkReader } from './bulk-body.js'
import { recipientsOf } from './recipients.js'
import { createSharedSemaphore } from './semaphore.js'

export class BroadcastFields {
  @RequiredUnless(hasAudience, 'without audience')
  @ReadBy(unlessAbsent(recipientsOf('broadcast')))
  recipients?: RequestedRecipients
  @MayBeAbsent()
  @Check((_value, { recipients }: BroadcastFields) =>
    recipients === undefined ? null : 'must not be given with recipients',
  )
  @Nested(AudienceFields)
  audience?: AudienceFields
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @Text(MESSAGE_FIELD_RULES.body) @RequiredUnless(hasOther, 'without mediaUrl') body?: string
  @MayBeAbsent() @NotWith('body') @Nested(TemplateRefFields) template?: TemplateRefFields
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.mediaUrl) mediaUrl?: string
  @MayBeAbsent() @Flag() smartEncoding?: boolean
  @MayBe(CANARY_SCHEMA) canary?: RequestedCanary
  @MayBeAbsent() @Text(INSTANT) expiresAt?: string
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey?: string
}

export class BatchFields {
  @ReadBy(recipientsOf('batch')) recipients!: RequestedRecipients
  @Text(MESSAGE_FIELD_RULES.from) from!: string
  @MayBeAbsent() @Flag() smartEncoding?: boolean
  @MayBeAbsent() @Text(INSTANT) expiresAt?: string
  @MayBeAbsent() @Text(MESSAGE_FIELD_RULES.idempotencyKey) idempotencyKey?: string
}

function hasAudience({ audience }: BroadcastFields): boolean {
  return audience !== undefined
}

function hasOther({ mediaUrl, template }: BroadcastFields): boolean {
  return mediaUrl !== undefined || template !== undefined
}

/** Exactly one of `recipients` and `audience` is given. */
export function broadcastOf(fields: BroadcastFields, account: Account): StartBroadcastInput | StartForAudienceInput {
  const { recipients, audience, from, body = '', mediaUrl = null, template, smartEncoding, canary } = fields
  const idempotencyKey = fields.idempotencyKey ?? null
  const terms = { canary, expiresAt: expiryOf(fields) }
  const content = { account, from, body, mediaUrl, template: template?.id, smartEncoding, ...terms, idempotencyKey }
  if (audience !== undefined) return { ...content, audience: audienceOf(audience) }
  return { ...content, kind: 'broadcast', recipients: recipients! }
}

export function batchOf(fields: BatchFields, account: Account): StartBroadcastInput {
  const { recipients, from, smartEncoding, idempotencyKey = null } = fields
  const content = { body: null, mediaUrl: null, smartEncoding, expiresAt: expiryOf(fields), recipients }
  return { kind: 'batch', account, from, ...content, idempotencyKey }
}

export function expiryOf({ expiresAt }: { readonly expiresAt?: string }): Date | undefined {
  return expiresAt === undefined ? undefined : new Date(expiresAt)
}

type BroadcastUseCases = BroadcastMessagesUseCases &
  Pick<
    UseCases,
    | 'startBroadcast'
    | 'startBroadcastForAudience'
    | 'readBroadcast'
    | 'cancelBroadcast'
    | 'pauseBroadcast'
    | 'resumeBroadcast'
    | 'retryBroadcast'
  >

export function broadcastRoutes(useCases: BroadcastUseCases, bulk: BulkReader): Route[] {
  const exports = createSharedSemaphore(EXPORTS_MAX)
  return BROADCAST_KINDS.flatMap((kind) => [
    startRoute(kind, bulk, useCases),
    ...singleRoutes(kind, useCases),
    broadcastMessagesRoute(kind, useCases, exports),
  ])
}

function startRoute(kind: BroadcastKind, { admit, read }: BulkReader, useCases: BroadcastUseCases): Route {
  const { startBroadcast, startBroadcastForAudience } = useCases
  return {
    method: 'post',
    path: `/messaging/${kind}`,
    bucket: kind,
    admit: (req, res) => admit(req, accountOf(res)),
    handle: async (req, res) => {
      const account = accountOf(res)
      const input = await read(req, { account, kind }, (body) =>
        kind === 'batch'
          ? batchOf(readShape(BatchFields, body), account)
          : broadcastOf(readShape(BroadcastFields, body), account),
      )
      const started = 'audience' in input ? startBroadcastForAudience.execute(input) : startBroadcast.execute(input)
      respondStarted(res, await started)
    },
  }
}

function singleRoutes(kind: BroadcastKind, useCases: BroadcastUseCases): Route[] {
  const { readBroadcast, cancelBroadcast, pauseBroadcast, resumeBroadcast, retryBroadcast } = useCases
  const path = `/messaging/${kind}/:broadcastId`
  const named = (req: Request, res: Response) => ({
    account: accountOf(res),
    kind,
    id: parameterOf(req, 'broadcastId'),
  })
  return [
    {
      method: 'get',
      path,
      bucket: 'messagingRead',
      handle: async (req, res) => {
        res.json(viewResponse(await readBroadcast.execute(named(req, res))))
      },
    },
    {
      method: 'post',
      path: `${path}/cancel`,
      bucket: 'messagingWrite',
      handle: async (req, res) => {
        await readBody(req, NoFields)
        const { broadcast, inFlight } = await cancelBroadcast.execute(named(req, res))
        res.json({ ...viewResponse(broadcast), inFlight })
      },
    },
    {
      method: 'post',
      path: `${path}/pause`,
      bucket: 'messagingWrite',
      handle: async (req, res) => {
        await readBody(req, NoFields)
        const { broadcast, inFlight } = await pauseBroadcast.execute(named(req, res))
        res.json({ ...viewResponse(broadcast), inFlight })
      },
    },
    {
      method: 'post',
      path: `${path}/resume`,
      bucket: 'messagingWrite',
      handle: async (req, res) => {
        await readBody(req, NoFields)
        res.json(viewResponse(await resumeBroadcast.execute(named(req, res))))
      },
    },
    {
      method: 'post',
      path: `${path}/retry`,
      bucket: 'messagingWrite',
      handle: async (req, res) => {
        await readBody(req, NoFields)
        respondStarted(res, await retryBroadcast.execute(named(req, res)))
      },
    },
  ]
}

export function respondStarted(res: Response, { broadcast, replayed }: StartedBroadcast) {
  if (replayed) res.set('Idempotent-Replayed', 'true')
  res.status(201).json(broadcastResponse(broadcast))
}

/** `undefined` fields are omitted from the JSON. */
function broadcastResponse(accepted: AcceptedBroadcast) {
  const { id, from, body, mediaUrl, template, smartEncoding, totalRecipients, status, createdAt, heldUntil } = accepted
  const { canary, expiresAt, pool } = accepted
  return {
    id,
    from,
    pool: pool ?? undefined,
    body: body ?? undefined,
    mediaUrl: mediaUrl ?? undefined,
    template: template ?? undefined,
    smartEncoding: smartEncoding ?? undefined,
    totalRecipients,
    status,
    createdAt,
    heldUntil: heldUntil ?? undefined,
    canary: canary ?? undefined,
    expiresAt: expiresAt ?? undefined,
  }
}

export function viewResponse(view: BroadcastView) {
  const { counts, startedAt, pausedAt, pausedBecause, completedAt, retriedAs, schedule } = view
  return {
    ...broadcastResponse(view),
    counts,
    startedAt: startedAt ?? undefined,
    pausedAt: pausedAt ?? undefined,
    pausedBecause: pausedBecause ?? undefined,
    completedAt: completedAt ?? undefined,
    retriedAs: retriedAs ?? undefined,
    scheduleId: schedule ?? undefined,
  }
}
