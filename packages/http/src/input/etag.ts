import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { HttpError } from '../api/problem.js'

/** A strong ETag of a state, whatever the order of its properties. */
export function etagOf(state: unknown): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(inOrder(state)))
    .digest('base64url')
  return `"${hash.slice(0, ETAG_LENGTH)}"`
}

const ETAG_LENGTH = 22

/** Properties sorted by name, because a database may change their order. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null || value instanceof Date) return value
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, item]) => [name, inOrder(item)]))
}

/** Whether a state is the one that the request was made for. */
export type Condition = (state: unknown) => boolean

/**
 * The condition in `If-Match`. A weak ETag never matches, and `*` matches any state. If it does not hold, the response
 * has the ETag of the stored state.
 */
export function conditionOf(req: Request, res: Response): Condition | null {
  const given = req.headers['if-match']?.trim()
  if (given === undefined || given === '') return null
  if (given === '*') return () => true
  const tags = new Set(given.split(',').map((tag) => tag.trim()))
  return (state) => {
    const etag = etagOf(state)
    const holds = tags.has(etag)
    if (!holds) res.set('ETag', etag)
    return holds
  }
}

/** Like `conditionOf`, for changes that would otherwise undo those of others without notice. */
export function requiredConditionOf(req: Request, res: Response): Condition {
  const condition = conditionOf(req, res)
  if (condition !== null) return condition
  throw new HttpError(
    'condition-required',
    'The header If-Match is required, with the ETag of the state that the change was made for',
  )
}
