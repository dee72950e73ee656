import { DomainError, refuseFaults, type Account, type FieldError, type Preview, type UseCases } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { BatchFields, BroadcastFields, batchOf, broadcastOf } from '../broadcasts/broadcasts.js'
import { BULK_LENGTHS_MAX, type BulkReader } from '../broadcasts/bulk-body.js'
import { BODY_LENGTH_MAX, isShort, readObject, tooLarge, type JsonObject } from '../input/body.js'
import { FreeObject, Nested, OneOf, type Shape } from '../input/checks.js'
import { readShape } from '../input/shape.js'
import { SendFields, sendOf } from '../messages/messages.js'
import { ScheduleFields } from '../schedules/schedule-fields.js'
import { scheduleOf } from '../schedules/schedule-parts.js'

export class MessagePreviewFields {
  @OneOf(['message']) kind!: 'message'
  @Nested(SendFields) request!: SendFields
}

export class BroadcastPreviewFields {
  @OneOf(['broadcast']) kind!: 'broadcast'
  @Nested(BroadcastFields) request!: BroadcastFields
}

export class BatchPreviewFields {
  @OneOf(['batch']) kind!: 'batch'
  @Nested(BatchFields) request!: BatchFields
}

export class SchedulePreviewFields {
  @OneOf(['schedule']) kind!: 'schedule'
  @Nested(ScheduleFields) request!: ScheduleFields
}

type PreviewFields = MessagePreviewFields | BroadcastPreviewFields | BatchPreviewFields | SchedulePreviewFields
type Kind = PreviewFields['kind']

const SHAPES: Record<Kind, Shape<PreviewFields>> = {
  message: MessagePreviewFields,
  broadcast: BroadcastPreviewFields,
  batch: BatchPreviewFields,
  schedule: SchedulePreviewFields,
}

/** The same limits as for the requests that are previewed. */
const LENGTHS_MAX: Record<Kind, number> = {
  message: BODY_LENGTH_MAX,
  broadcast: BULK_LENGTHS_MAX.broadcast,
  batch: BULK_LENGTHS_MAX.batch,
  schedule: BODY_LENGTH_MAX,
}

/** For a preview of an unknown kind. */
class StrangeFields {
  @OneOf(Object.keys(SHAPES)) kind!: never
  @FreeObject() request!: never
}

type PreviewUseCases = Pick<
  UseCases,
  'previewMessage' | 'previewBroadcast' | 'previewBroadcastForAudience' | 'previewSchedule'
>

export function previewRoutes(useCases: PreviewUseCases, bulk: BulkReader): Route[] {
  return [
    {
      method: 'post',
      path: '/messaging/preview',
      bucket: 'preview',
      admit: (req, res) => bulk.admit(req, accountOf(res)),
      handle: async (req, res) => {
        const account = accountOf(res)
        const previewWith = (fields: PreviewFields) =>
          previewOf(fields, account, { useCases, bulk }).catch(refuseInPlace)
        const preview = isShort(req)
          ? await previewWith(fieldsOf(await readObject(req, { judgedLater: 'body' })))
          : await bulk.read(req, { account, kind: 'preview' }, (body, length) =>
              previewWith(fieldsOfLong(body, length)),
            )
        res.json(preview)
      },
    },
  ]
}

function fieldsOf(body: JsonObject): PreviewFields {
  const kind = kindIn(body)
  return kind === null ? readShape(StrangeFields, body) : readShape(SHAPES[kind], body)
}

/** Also checks the length, because the body was read with the limit of the longest kind. */
function fieldsOfLong(body: JsonObject, length: number): PreviewFields {
  const kind = kindIn(body)
  if (kind !== null && length > LENGTHS_MAX[kind]) throw tooLarge(LENGTHS_MAX[kind])
  return fieldsOf(body)
}

function kindIn(body: JsonObject): Kind | null {
  return (Object.keys(SHAPES) as Kind[]).find((name) => name === body['kind']) ?? null
}

type Means = { readonly useCases: PreviewUseCases; readonly bulk: BulkReader }

/** Only a message preview skips the render queue: even a short body of another kind can have many recipients. */
async function previewOf(fields: PreviewFields, account: Account, { useCases, bulk }: Means): Promise<Preview> {
  const { previewMessage, previewBroadcast, previewSchedule } = useCases
  switch (fields.kind) {
    case 'message':
      return previewMessage.execute(sendOf(fields.request, account))
    case 'broadcast':
      return bulk.render(account, () => previewOfBroadcast(fields.request, account, useCases))
    case 'batch':
      return bulk.render(account, () => previewBroadcast.execute(batchOf(fields.request, account)))
    case 'schedule':
      return bulk.render(account, () => previewSchedule.execute(scheduleOf(fields.request, account)))
  }
}

function previewOfBroadcast(
  fields: BroadcastFields,
  account: Account,
  { previewBroadcast, previewBroadcastForAudience }: PreviewUseCases,
): Promise<Preview> {
  const request = broadcastOf(fields, account)
  return 'audience' in request ? previewBroadcastForAudience.execute(request) : previewBroadcast.execute(request)
}

/** Adds `request.` to the field paths, because the request is nested in the preview. */
function refuseInPlace(error: unknown): never {
  const fields = error instanceof DomainError ? (error.details?.['fields'] as readonly FieldError[] | undefined) : []
  refuseFaults((fields ?? []).map(({ field, message }) => ({ field: `request.${field}`, message })))
  throw error
}
