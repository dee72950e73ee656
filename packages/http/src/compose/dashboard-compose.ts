import type { ComposedPreview, ComposedSample, UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { expiryOf, respondStarted } from '../broadcasts/broadcasts.js'
import type { BulkReader } from '../broadcasts/bulk-body.js'
import type { Shape } from '../input/checks.js'
import { readShape } from '../input/shape.js'
import { ComposeFields, ComposePreviewFields, ComposeSamplesFields, audienceOf, composedOf } from './compose-fields.js'

const COMPOSE = '/accounts/:account/broadcasts/compose'

/** How long a composed broadcast is held if the request does not say it. */
const HOLD_SECONDS = 10

type ComposeUseCases = Pick<UseCases, 'composeBroadcast' | 'previewComposed' | 'sampleComposed'>

/** What the composer of the dashboard does with a message before it is sent, and sending it after a hold. */
export function composeRoutes(useCases: ComposeUseCases, bulk: BulkReader): Route[] {
  const { composeBroadcast, previewComposed, sampleComposed } = useCases
  const admit = (req: Request, res: Response) => bulk.admit(req, accountOf(res))
  /** Keeps the slot of a large body until `use` has finished. */
  const read = async <F extends object, T>(
    req: Request,
    res: Response,
    shape: Shape<F>,
    use: (fields: F) => Promise<T>,
  ) => bulk.read(req, { account: accountOf(res), kind: 'broadcast' }, (body) => use(readShape(shape, body)))
  return [
    {
      method: 'post',
      path: COMPOSE,
      admit,
      handle: async (req, res) => {
        const started = await read(req, res, ComposeFields, (fields) => {
          const { idempotencyKey, holdSeconds = HOLD_SECONDS, canary } = fields
          return composeBroadcast.execute({
            ...composedOf(fields, accountOf(res)),
            idempotencyKey,
            holdSeconds,
            canary,
            expiresAt: expiryOf(fields),
          })
        })
        respondStarted(res, started)
      },
    },
    {
      method: 'post',
      path: `${COMPOSE}/preview`,
      admit,
      handle: async (req, res) => {
        const account = accountOf(res)
        const preview = await read(req, res, ComposePreviewFields, (fields) =>
          bulk.render(account, () =>
            previewComposed.execute({
              ...composedOf(fields, account),
              isScheduled: fields.isScheduled,
              expiresAt: expiryOf(fields),
            }),
          ),
        )
        res.json(preview satisfies ComposedPreview)
      },
    },
    {
      method: 'post',
      path: `${COMPOSE}/samples`,
      admit,
      handle: async (req, res) => {
        const samples = await read(
          req,
          res,
          ComposeSamplesFields,
          ({ audience, body = '', template, offset = 0, phoneNumber = null }) =>
            sampleComposed.execute({
              account: accountOf(res),
              audience: audienceOf(audience),
              body,
              template: template?.id,
              offset,
              phone: phoneNumber,
            }),
        )
        res.json({ results: samples.map(sampleResponse) })
      },
    },
  ]
}

/** `undefined` fields are omitted from the JSON. */
function sampleResponse({ text, ...sample }: ComposedSample) {
  const { index, to, firstName, lastName, blockedBy, mediaUrl, language } = sample
  return {
    index: index ?? undefined,
    to,
    firstName: firstName ?? undefined,
    lastName: lastName ?? undefined,
    ...text,
    blockedBy: blockedBy ?? undefined,
    mediaUrl: mediaUrl ?? undefined,
    language: language ?? undefined,
  }
}
