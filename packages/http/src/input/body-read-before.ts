import { DomainError } from '@carillon/core'
import type { Request } from 'express'

/**
 * The bytes of a body that a parser of the embedder's has read, spelled anew where it is parsed already. Null where no
 * parser left anything.
 */
export function bodyReadBefore(req: Request): Buffer | null {
  const body: unknown = req.body
  if (body === undefined || Buffer.isBuffer(body)) return body ?? null
  if (typeof body === 'string') return Buffer.from(body)
  const isForm = req.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  return Buffer.from(isForm ? formOf(body).toString() : spelled(body))
}

/** A parser goes deeper than what spells it. */
function spelled(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw new DomainError('invalid-input', 'The body is nested too deep to be read')
  }
}

/** What a parser makes of names in brackets is no field of a form of ours. */
function formOf(fields: unknown): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields ?? {})) {
    for (const one of [value].flat()) if (typeof one === 'string') form.append(name, one)
  }
  return form
}
