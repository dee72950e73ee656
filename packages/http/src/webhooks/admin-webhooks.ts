import {
  PREVIOUS_FOR_MS,
  readValue,
  type EventType,
  type WebhookWithSecret,
  type UseCases,
  type WebhookEndpoint,
  type WebhookName,
} from '@carillon/core'
import type { Request } from 'express'
import type { Route } from '../api/route.js'
import { WEBHOOK_SCHEMA } from '../declarations/declaration.js'
import { readBody, readObject } from '../input/body.js'
import { Flag, MayBe, MayBeAbsent, WholeNumber } from '../input/checks.js'
import { accountNameOf, parameterOf } from '../input/path.js'
import { NoFields } from '../input/shape.js'

const WEBHOOKS = '/accounts/:name/webhooks'
export const WEBHOOK = `${WEBHOOKS}/:webhookId`

const HOUR_MS = 3_600_000
const PREVIOUS_VALID_HOURS = { min: PREVIOUS_FOR_MS.min / HOUR_MS, max: PREVIOUS_FOR_MS.max / HOUR_MS }

export class WebhookPatchFields {
  @MayBe(WEBHOOK_SCHEMA.fields.url) url?: string
  @MayBe(WEBHOOK_SCHEMA.fields.events) events?: readonly EventType[]
  @MayBeAbsent() @Flag() enabled?: boolean
}

export class SecretFields {
  @MayBe(WEBHOOK_SCHEMA.fields.secret) secret?: string
  @MayBeAbsent() @WholeNumber(PREVIOUS_VALID_HOURS) previousValidHours?: number
}

type WebhookUseCases = Pick<
  UseCases,
  | 'addWebhook'
  | 'changeWebhook'
  | 'removeWebhook'
  | 'listWebhooks'
  | 'readWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
>

export function webhookRoutes(useCases: WebhookUseCases): Route[] {
  return [...allRoutes(useCases), ...singleRoutes(useCases), ...doingRoutes(useCases)]
}

function allRoutes({ listWebhooks, addWebhook }: Pick<WebhookUseCases, 'listWebhooks' | 'addWebhook'>): Route[] {
  return [
    {
      method: 'get',
      path: WEBHOOKS,
      handle: async (req, res) => {
        const webhooks = await listWebhooks.execute({ accountName: accountNameOf(req) })
        res.json({ results: webhooks.map(webhookResponse) })
      },
    },
    {
      method: 'post',
      path: WEBHOOKS,
      handle: async (req, res) => {
        const fields = readValue(WEBHOOK_SCHEMA, await readObject(req))
        res
          .status(201)
          .json(responseWithSecret(await addWebhook.execute({ accountName: accountNameOf(req), ...fields })))
      },
    },
  ]
}

function singleRoutes({ readWebhook, changeWebhook, removeWebhook }: WebhookUseCases): Route[] {
  return [
    {
      method: 'get',
      path: WEBHOOK,
      handle: async (req, res) => {
        res.json(webhookResponse(await readWebhook.execute(webhookNameOf(req))))
      },
    },
    {
      method: 'patch',
      path: WEBHOOK,
      handle: async (req, res) => {
        const types = ['application/merge-patch+json']
        const { enabled: isEnabled, ...changes } = await readBody(req, WebhookPatchFields, { types })
        res.json(webhookResponse(await changeWebhook.execute({ ...webhookNameOf(req), ...changes, isEnabled })))
      },
    },
    {
      method: 'delete',
      path: WEBHOOK,
      handle: async (req, res) => {
        await removeWebhook.execute(webhookNameOf(req))
        res.status(204).end()
      },
    },
  ]
}

function doingRoutes({ rotateWebhookSecret, testWebhook }: WebhookUseCases): Route[] {
  return [
    {
      method: 'post',
      path: `${WEBHOOK}/rotate-secret`,
      handle: async (req, res) => {
        const { secret, previousValidHours: hours } = await readBody(req, SecretFields)
        const previousForMs = hours === undefined ? undefined : hours * HOUR_MS
        res.json(
          responseWithSecret(await rotateWebhookSecret.execute({ ...webhookNameOf(req), secret, previousForMs })),
        )
      },
    },
    {
      method: 'post',
      path: `${WEBHOOK}/test`,
      handle: async (req, res) => {
        await readBody(req, NoFields)
        const { event } = await testWebhook.execute(webhookNameOf(req))
        res.status(202).json({ eventId: event })
      },
    },
  ]
}

export function webhookNameOf(req: Request): WebhookName {
  return { accountName: accountNameOf(req), id: parameterOf(req, 'webhookId') }
}

/** The only kind of response that contains a secret. */
function responseWithSecret({ endpoint, secret }: WebhookWithSecret) {
  return { ...webhookResponse(endpoint), secret }
}

/** `undefined` fields are omitted from the JSON. */
export function webhookResponse({ id, url, events, disabled, failingSince, previousSecret, createdAt }: WebhookEndpoint) {
  return {
    id,
    url,
    events,
    enabled: disabled === null,
    disabled: disabled ?? undefined,
    failingSince: failingSince ?? undefined,
    previousSecretValidUntil: previousSecret?.until,
    createdAt,
  }
}
