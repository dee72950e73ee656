import { object, readValue, type CustomField, type UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { CUSTOM_FIELD_SCHEMA } from '../declarations/declaration.js'
import { readObject } from '../input/body.js'
import { conditionOf, etagOf } from '../input/etag.js'
import { parameterOf } from '../input/path.js'
import { filtersResponse, itemsResponse, schedulesResponse } from './used-by.js'

const FIELDS = '/accounts/:account/custom-fields'
const FIELD = `${FIELDS}/:fieldKey`

const { label, options, status, type } = CUSTOM_FIELD_SCHEMA.fields
export const FIELD_CHANGES = object({ optional: { label, type, options, status } })

type FieldUseCases = Pick<
  UseCases,
  'listCustomFields' | 'createCustomField' | 'changeCustomField' | 'removeCustomField' | 'readCustomFieldUses'
>

/** Unlike the schema that clients read, the list has the fields that are not active too. */
export function fieldSettingsRoutes(useCases: FieldUseCases): Route[] {
  return [...allRoutes(useCases), ...singleRoutes(useCases)]
}

function allRoutes({ listCustomFields, createCustomField }: FieldUseCases): Route[] {
  return [
    {
      method: 'get',
      path: FIELDS,
      handle: async (_req, res) => {
        const fields = await listCustomFields.execute({ account: accountOf(res).id })
        res.json({ results: fields.map(fieldResponse) })
      },
    },
    {
      method: 'post',
      path: FIELDS,
      handle: async (req, res) => {
        const fields = readValue(CUSTOM_FIELD_SCHEMA, await readObject(req))
        respond(res.status(201), await createCustomField.execute({ account: accountOf(res).id, fields }))
      },
    },
  ]
}

function singleRoutes({ changeCustomField, removeCustomField, readCustomFieldUses }: FieldUseCases): Route[] {
  return [
    {
      method: 'patch',
      path: FIELD,
      handle: async (req, res) => {
        const isCurrent = conditionOf(req, res) ?? undefined
        const changes = readValue(FIELD_CHANGES, await readObject(req))
        respond(res, await changeCustomField.execute({ ...fieldOf(req, res), changes, isCurrent }))
      },
    },
    {
      method: 'delete',
      path: FIELD,
      handle: async (req, res) => {
        await removeCustomField.execute(fieldOf(req, res))
        res.status(204).end()
      },
    },
    {
      method: 'get',
      path: `${FIELD}/used-by`,
      handle: async (req, res) => {
        const { field, values, schedules, filters, templates } = await readCustomFieldUses.execute(fieldOf(req, res))
        const names = [...new Set([...field.options, ...values.options.keys()])]
        res.json({
          contacts: values.contacts,
          options: names.map((option) => ({ option, contacts: values.options.get(option) ?? 0 })),
          schedules: schedulesResponse(schedules),
          filters: filtersResponse(filters),
          templates: { language: itemsResponse(templates.language), mergeTag: itemsResponse(templates.mergeTag) },
        })
      },
    },
  ]
}

function fieldOf(req: Request, res: Response) {
  return { account: accountOf(res).id, item: parameterOf(req, 'fieldKey') }
}

function respond(res: Response, field: CustomField) {
  const response = fieldResponse(field)
  res.set('ETag', response.etag).json(response)
}

/** `etag`: also in a list, whose header can only have one. */
function fieldResponse({ account: _, ...item }: CustomField) {
  return { ...item, etag: etagOf(item) }
}
