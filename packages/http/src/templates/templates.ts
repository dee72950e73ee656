import {
  readValue,
  type TemplateLanguage,
  type TemplateVersionView,
  type TemplateView,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readObject } from '../input/body.js'
import { parameterOf } from '../input/path.js'
import { PageQuery, pageRequestOf, Parameter, readQuery, SEARCH } from '../input/query.js'
import { contentOf, patchOf, TEMPLATE_PATCH_SCHEMA, TEMPLATE_SCHEMA } from './template-fields.js'

class TemplateListQuery extends PageQuery {
  @Parameter(SEARCH) name?: string
}

const TEMPLATES = '/templates'
const TEMPLATE = `${TEMPLATES}/:templateId`

type TemplateUseCases = Pick<
  UseCases,
  'createTemplate' | 'listTemplates' | 'readTemplate' | 'listTemplateVersions' | 'changeTemplate' | 'deleteTemplate'
>

/** Texts that an account saves under a name, to be sent by their id in place of a body. */
export function templateRoutes(useCases: TemplateUseCases): Route[] {
  return [...collectionRoutes(useCases), ...singleRoutes(useCases)]
}

function collectionRoutes({ createTemplate, listTemplates }: TemplateUseCases): Route[] {
  return [
    {
      method: 'post',
      path: TEMPLATES,
      bucket: 'messagingWrite',
      handle: async (req, res) => {
        const fields = readValue(TEMPLATE_SCHEMA, await readObject(req, { judgedLater: 'body' }))
        const template = { account: accountOf(res), name: fields.name, content: contentOf(fields) }
        res.status(201).json(templateResponse(await createTemplate.execute(template)))
      },
    },
    {
      method: 'get',
      path: TEMPLATES,
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const { name, ...page } = readQuery(req, TemplateListQuery)
        const query = { ...pageRequestOf(page), name: name || null }
        const templates = await listTemplates.execute({ account: accountOf(res), query })
        res.json({ ...templates, results: templates.results.map(templateResponse) })
      },
    },
  ]
}

function singleRoutes({
  readTemplate,
  changeTemplate,
  deleteTemplate,
  listTemplateVersions,
}: TemplateUseCases): Route[] {
  const named = (req: Request, res: Response) => ({ account: accountOf(res), id: parameterOf(req, 'templateId') })
  return [
    {
      method: 'get',
      path: TEMPLATE,
      bucket: 'messagingRead',
      handle: async (req, res) => {
        res.json(templateResponse(await readTemplate.execute(named(req, res))))
      },
    },
    {
      method: 'patch',
      path: TEMPLATE,
      bucket: 'messagingWrite',
      handle: async (req, res) => {
        const types = ['application/merge-patch+json']
        const fields = readValue(TEMPLATE_PATCH_SCHEMA, await readObject(req, { types, judgedLater: 'body' }))
        res.json(templateResponse(await changeTemplate.execute({ ...named(req, res), patch: patchOf(fields) })))
      },
    },
    {
      method: 'delete',
      path: TEMPLATE,
      bucket: 'messagingWrite',
      handle: async (req, res) => {
        await deleteTemplate.execute(named(req, res))
        res.status(204).end()
      },
    },
    {
      method: 'get',
      path: `${TEMPLATE}/versions`,
      bucket: 'messagingRead',
      handle: async (req, res) => {
        const page = pageRequestOf(readQuery(req, PageQuery))
        const versions = await listTemplateVersions.execute({ ...named(req, res), page })
        res.json({ ...versions, results: versions.results.map(contentResponse) })
      },
    },
  ]
}

function templateResponse({ id, name, version, createdAt, updatedAt, ...content }: TemplateView) {
  return { ...contentResponse({ id, name, version, ...content }), createdAt, updatedAt }
}

/** `undefined` fields are omitted from the JSON. */
function contentResponse<T extends Pick<TemplateVersionView, 'body' | 'mediaUrl' | 'language'>>(shown: T) {
  return {
    ...shown,
    mediaUrl: shown.mediaUrl ?? undefined,
    language: shown.language ? languageResponse(shown.language) : undefined,
  }
}

function languageResponse({ field, default: own, variants }: TemplateLanguage) {
  const texts = Object.entries(variants).map(
    ([name, { body, mediaUrl }]) => [name, { body, mediaUrl: mediaUrl ?? undefined }] as const,
  )
  return { field, default: own, variants: Object.fromEntries(texts) }
}
