import { DomainError, refuseFaults, type FieldError } from '@carillon/core'
import type { UseCases } from '@carillon/container'
import { readBody } from './body.js'
import { Nested, OneOf } from './checks.js'
import { accountOf } from './context.js'
import { SendFields, sendOf } from './messages.js'
import type { Route } from './route.js'

const KINDS = ['message'] as const

export class PreviewFields {
  @OneOf(KINDS) kind!: (typeof KINDS)[number]
  @Nested(SendFields) request!: SendFields
}

export function previewRoutes({ previewMessage }: Pick<UseCases, 'previewMessage'>): Route[] {
  return [
    {
      method: 'post',
      path: '/messaging/preview',
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const { request } = await readBody(req, PreviewFields, { judgedLater: 'body' })
        res.json(await previewMessage.execute(sendOf(request, accountOf(res))).catch(refuseInPlace))
      },
    },
  ]
}

/** The fields of the request lie one deeper here than where it is sent. */
function refuseInPlace(error: unknown): never {
  const fields = error instanceof DomainError ? (error.details?.['fields'] as readonly FieldError[] | undefined) : []
  refuseFaults((fields ?? []).map(({ field, message }) => ({ field: `request.${field}`, message })))
  throw error
}
