import { DomainError, refuseFaults, type Account, type FieldError, type Preview } from '@carillon/core'
import type { UseCases } from '@carillon/container'
import type { Request } from 'express'
import { BODY_LENGTH_MAX, readObject, tooLarge, type JsonObject } from './body.js'
import { BatchFields, BroadcastFields, batchOf, broadcastOf } from './broadcasts.js'
import { BULK_LENGTHS_MAX, type BulkReader } from './bulk-body.js'
import { FreeObject, Nested, OneOf, type Shape } from './checks.js'
import { accountOf } from './context.js'
import { SendFields, sendOf } from './messages.js'
import type { Route } from './route.js'
import { readShape } from './shape.js'

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

type PreviewFields = MessagePreviewFields | BroadcastPreviewFields | BatchPreviewFields
type Kind = PreviewFields['kind']

const SHAPES: Record<Kind, Shape<PreviewFields>> = {
  message: MessagePreviewFields,
  broadcast: BroadcastPreviewFields,
  batch: BatchPreviewFields,
}

/** As long as each may be where it is sent. */
const LENGTHS_MAX: Record<Kind, number> = { ...BULK_LENGTHS_MAX, message: BODY_LENGTH_MAX }

/** Of no kind that there is. */
class StrangeFields {
  @OneOf(Object.keys(SHAPES)) kind!: never
  @FreeObject() request!: never
}

type PreviewUseCases = Pick<UseCases, 'previewMessage' | 'previewBroadcast'>

export function previewRoutes(useCases: PreviewUseCases, bulk: BulkReader): Route[] {
  return [
    {
      method: 'post',
      path: '/messaging/preview',
      bucket: 'contactApiRead',
      admit: (req) => {
        if (!isShort(req)) bulk.admit()
      },
      handle: async (req, res) => {
        const fields = isShort(req)
          ? fieldsOf(await readObject(req, { judgedLater: 'body' }))
          : await bulk.read(req, 'preview', fieldsOf)
        res.json(await previewOf(fields, accountOf(res), useCases).catch(refuseInPlace))
      },
    },
  ]
}

/** Whether it is read like any other, by its own word: so the preview of a message never waits for large requests. */
function isShort({ headers }: Request): boolean {
  const isPlain = headers['transfer-encoding'] === undefined && headers['content-encoding'] === undefined
  return isPlain && Number(headers['content-length'] ?? 0) <= BODY_LENGTH_MAX
}

function fieldsOf(body: JsonObject, length = 0): PreviewFields {
  const kind = Object.keys(SHAPES).find((name) => name === body['kind']) as Kind | undefined
  if (kind === undefined) return readShape(StrangeFields, body)
  if (length > LENGTHS_MAX[kind]) throw tooLarge(LENGTHS_MAX[kind])
  return readShape(SHAPES[kind], body)
}

function previewOf(fields: PreviewFields, account: Account, useCases: PreviewUseCases): Promise<Preview> {
  switch (fields.kind) {
    case 'message':
      return useCases.previewMessage.execute(sendOf(fields.request, account))
    case 'broadcast':
      return useCases.previewBroadcast.execute(broadcastOf(fields.request, account))
    case 'batch':
      return useCases.previewBroadcast.execute(batchOf(fields.request, account))
  }
}

/** The fields of the request lie one deeper here than where it is sent. */
function refuseInPlace(error: unknown): never {
  const fields = error instanceof DomainError ? (error.details?.['fields'] as readonly FieldError[] | undefined) : []
  refuseFaults((fields ?? []).map(({ field, message }) => ({ field: `request.${field}`, message })))
  throw error
}
