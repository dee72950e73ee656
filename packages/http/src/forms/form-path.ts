import { formNotFound, isFormEntryId, isGroupId, type FormEntryId, type GroupId } from '@carillon/core'
import type { Request } from 'express'
import { parameterOf } from '../input/path.js'

/** Throws as for one that nobody has where it is no id at all. */
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
