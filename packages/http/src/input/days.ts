import { isCalendarDate, type FieldRule } from '@carillon/core'
import type { Request } from 'express'
import { Parameter, readQuery } from './query.js'

const DAY: FieldRule = {
  holds: isCalendarDate,
  expected: 'must be a calendar date, such as 2026-03-01',
}

export class DaysQuery {
  @Parameter(DAY) from?: string
  @Parameter(DAY) to?: string
}

/** The first and the last day that a request names. */
export function readDays(req: Request): { readonly from: string | null; readonly to: string | null } {
  const { from, to } = readQuery(req, DaysQuery)
  return { from: from || null, to: to || null }
}
