import { formNotFound, isFormEntryId, isGroupId, type FormEntryId, type GroupId } from '@carillon/core'
import type { Request } from 'express'
import { readBytes } from '../input/body.js'
import { parameterOf } from '../input/path.js'

/** Throws `form-not-found` even for text that is not an id. */
export function formGroupOf(req: Request): GroupId {
  const id = parameterOf(req, 'groupId')
  if (isGroupId(id)) return id
  throw formNotFound()
}

export function formEntryOf(req: Request): FormEntryId {
  const id = parameterOf(req, 'entryId')
  if (isFormEntryId(id)) return id
  throw formNotFound()
}

/** Reads the fields of a posted form. If a field is repeated, the first value counts. */
export async function typedFields(req: Request): Promise<(name: string) => string> {
  const bytes = await readBytes(req, ['application/x-www-form-urlencoded'], { lengthMax: LENGTH_MAX })
  const fields = new URLSearchParams(bytes.toString('utf8'))
  return (name) => fields.get(name) ?? ''
}

const LENGTH_MAX = 16 * 1024
