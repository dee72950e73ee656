import {
  CONTACT_FILTER,
  DECLARATION_RULES,
  type ContactFilterInput,
  type FilterCount,
  type Segment,
  type SegmentFields as ParsedFields,
  type UseCases,
} from '@carillon/core'
import type { Request, Response } from 'express'
import { accountOf } from '../api/context.js'
import type { Route } from '../api/route.js'
import type { BulkReader } from '../broadcasts/bulk-body.js'
import { filterResponse } from '../filters/audience-fields.js'
import { readBody } from '../input/body.js'
import { MayBe, MayBeAbsent, Must, Text } from '../input/checks.js'
import { parameterOf } from '../input/path.js'
import { PageQuery, pageRequestOf, Parameter, readQuery, SEARCH } from '../input/query.js'

export class SegmentFields {
  @Text(DECLARATION_RULES.name) name!: string
  @Must(CONTACT_FILTER) filter!: ContactFilterInput
}

export class SegmentPatchFields {
  @MayBeAbsent() @Text(DECLARATION_RULES.name) name?: string
  @MayBe(CONTACT_FILTER) filter?: ContactFilterInput
}

class SegmentListQuery extends PageQuery {
  @Parameter(SEARCH) name?: string
}

type SegmentUseCases = Pick<
  UseCases,
  'createSegment' | 'listSegments' | 'readSegment' | 'changeSegment' | 'removeSegment' | 'countSegment'
>

const SEGMENTS = '/segments'
const ONE = `${SEGMENTS}/:segmentId`

/** Filters that are saved under a name. */
export function segmentRoutes(useCases: SegmentUseCases, bulk: Pick<BulkReader, 'render'>): Route[] {
  return [...collectionRoutes(useCases), ...singleRoutes(useCases), countRoute(useCases, bulk)]
}

function collectionRoutes({ createSegment, listSegments }: SegmentUseCases): Route[] {
  return [
    {
      method: 'post',
      path: SEGMENTS,
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        const { name, filter } = await readBody(req, SegmentFields)
        const fields = { name, condition: filter.contact }
        res.status(201).json(segmentResponse(await createSegment.execute({ account: accountOf(res), fields })))
      },
    },
    {
      method: 'get',
      path: SEGMENTS,
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        const { name, ...page } = readQuery(req, SegmentListQuery)
        const query = { ...pageRequestOf(page), name: name || null }
        const segments = await listSegments.execute({ account: accountOf(res), query })
        res.json({ ...segments, results: segments.results.map(segmentResponse) })
      },
    },
  ]
}

function singleRoutes({ readSegment, changeSegment, removeSegment }: SegmentUseCases): Route[] {
  return [
    {
      method: 'get',
      path: ONE,
      bucket: 'contactApiRead',
      handle: async (req, res) => {
        res.json(segmentResponse(await readSegment.execute(named(req, res))))
      },
    },
    {
      method: 'patch',
      path: ONE,
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        const fields = await readBody(req, SegmentPatchFields, { types: ['application/merge-patch+json'] })
        const segment = await changeSegment.execute({ ...named(req, res), patch: patchOf(fields) })
        res.json(segmentResponse(segment))
      },
    },
    {
      method: 'delete',
      path: ONE,
      bucket: 'contactApiWrite',
      handle: async (req, res) => {
        await removeSegment.execute(named(req, res))
        res.status(204).end()
      },
    },
  ]
}

/** Counts wait in the queue of previews, so that those of one account do not use all connections to the database. */
function countRoute({ countSegment }: SegmentUseCases, { render }: Pick<BulkReader, 'render'>): Route {
  return {
    method: 'get',
    path: `${ONE}/count`,
    bucket: 'contactApiRead',
    handle: async (req, res) => {
      const name = named(req, res)
      res.json((await render(name.account, () => countSegment.execute(name))) satisfies FilterCount)
    },
  }
}

function named(req: Request, res: Response) {
  return { account: accountOf(res), id: parameterOf(req, 'segmentId') }
}

/** A filter is replaced as a whole. */
function patchOf({ name, filter }: SegmentPatchFields): Partial<ParsedFields> {
  return { ...(name !== undefined && { name }), ...(filter !== undefined && { condition: filter.contact }) }
}

function segmentResponse({ id, name, condition, createdAt, updatedAt }: Segment) {
  return { id, name, filter: filterResponse(condition), createdAt, updatedAt }
}
