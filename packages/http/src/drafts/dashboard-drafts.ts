import type { Draft, WithAuthors, NamedUser, UseCases } from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf, signedInOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { etagOf, requiredConditionOf } from '../input/etag.js'
import { parameterOf } from '../input/path.js'
import { contentOf, DraftChanges, DraftFields } from './draft-fields.js'

const DRAFTS = '/accounts/:account/drafts'
const DRAFT = `${DRAFTS}/:draftId`

type DraftUseCases = Pick<UseCases, 'createDraft' | 'listDrafts' | 'readDraft' | 'saveDraft' | 'deleteDraft'>

/** Messages that people are still writing, kept while they type. */
export function draftRoutes(useCases: DraftUseCases): Route[] {
  return [...collectionRoutes(useCases), ...singleRoutes(useCases)]
}

function collectionRoutes({ createDraft, listDrafts }: DraftUseCases): Route[] {
  return [
    {
      method: 'get',
      path: DRAFTS,
      handle: async (_req, res) => {
        const drafts = await listDrafts.execute({ account: accountOf(res) })
        res.json({ results: drafts.map(listedResponse) })
      },
    },
    {
      method: 'post',
      path: DRAFTS,
      handle: async (req, res) => {
        const content = contentOf(await readBody(req, DraftFields))
        const user = signedInOf(res).user.id
        respond(res.status(201), await createDraft.execute({ account: accountOf(res), user, content }))
      },
    },
  ]
}

function singleRoutes({ readDraft, saveDraft, deleteDraft }: DraftUseCases): Route[] {
  const named = (req: Request, res: Response) => ({ account: accountOf(res), id: parameterOf(req, 'draftId') })
  return [
    {
      method: 'get',
      path: DRAFT,
      handle: async (req, res) => respond(res, await readDraft.execute(named(req, res))),
    },
    {
      method: 'put',
      path: DRAFT,
      handle: async (req, res) => {
        const holds = requiredConditionOf(req, res)
        const fields = await readBody(req, DraftChanges)
        const saved = await saveDraft.execute({
          ...named(req, res),
          user: signedInOf(res).user.id,
          content: contentOf(fields),
          isSent: fields.isSent ?? false,
          isCurrent: (version) => holds(version),
        })
        respond(res, saved)
      },
    },
    {
      method: 'delete',
      path: DRAFT,
      handle: async (req, res) => {
        await deleteDraft.execute(named(req, res))
        res.status(204).end()
      },
    },
  ]
}

function respond(res: Response, { content: { body, numbers, form }, version, ...draft }: WithAuthors<Draft>) {
  res.set('ETag', etagOf(version)).json({ ...signedResponse(draft), body, numbers, form: JSON.parse(form) as object })
}

type ListedDraft = Awaited<ReturnType<UseCases['listDrafts']['execute']>>[number]

function listedResponse({ body, numberCount, template, ...draft }: ListedDraft) {
  const named = template === null ? undefined : { id: template.id, name: template.name ?? undefined }
  return { ...signedResponse(draft), body, numberCount, template: named }
}

type Signed = Pick<WithAuthors<Draft>, 'id' | 'createdBy' | 'createdAt' | 'updatedBy' | 'updatedAt'>

function signedResponse({ id, createdBy, createdAt, updatedBy, updatedAt }: Signed) {
  return { id, createdBy: userResponse(createdBy), createdAt, updatedBy: userResponse(updatedBy), updatedAt }
}

function userResponse({ id, name }: NamedUser) {
  return { id, name: name ?? undefined }
}
