import { DECLARATION_RULES, type UseCases, type UsedTag } from '@carillon/core'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import { readBody } from '../input/body.js'
import { Text } from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { namesResponse } from './used-by.js'

const TAGS = '/accounts/:account/tags'
const TAG = `${TAGS}/:tagId`

export class TagFields {
  @Text(DECLARATION_RULES.name) name!: string
}

export function tagRoutes({
  listTags,
  createTag,
  renameTag,
  removeTag,
}: Pick<UseCases, 'listTags' | 'createTag' | 'renameTag' | 'removeTag'>): Route[] {
  return [
    {
      method: 'get',
      path: TAGS,
      handle: async (_req, res) => {
        const tags = await listTags.execute({ account: accountOf(res).id })
        res.json({ results: tags.map(tagResponse) })
      },
    },
    {
      method: 'post',
      path: TAGS,
      handle: async (req, res) => {
        const { name } = await readBody(req, TagFields)
        res.status(201).json(tagResponse(await createTag.execute({ account: accountOf(res).id, name })))
      },
    },
    {
      method: 'patch',
      path: TAG,
      handle: async (req, res) => {
        const { name } = await readBody(req, TagFields)
        const renaming = { account: accountOf(res).id, tag: parameterOf(req, 'tagId'), name }
        res.json(tagResponse(await renameTag.execute(renaming)))
      },
    },
    {
      method: 'delete',
      path: TAG,
      handle: async (req, res) => {
        await removeTag.execute({ account: accountOf(res).id, tag: parameterOf(req, 'tagId') })
        res.status(204).end()
      },
    },
  ]
}

function tagResponse({ tag: { id, name, createdAt, updatedAt }, groups }: UsedTag) {
  return { id, name, createdAt, updatedAt, groups: namesResponse(groups) }
}
