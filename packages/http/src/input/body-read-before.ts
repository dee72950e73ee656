import { DomainError } from '@carillon/core'
import type { Request } from 'express'

/**
 * The bytes of a body that the embedder's parser has already read, serialized again if it was parsed. Null when no
 * parser left a body.
 */
export function bodyReadBefore(req: Request): Buffer | null {
  const body: unknown = req.body
  if (body === undefined || Buffer.isBuffer(body)) return body ?? null
  if (typeof body === 'string') return Buffer.from(body)
  const isForm = req.headers['content-type']?.toLowerCase().startsWith('application/x-www-form-urlencoded')
  return Buffer.from(isForm ? formOf(body).toString() : spelled(body))
}

/** The parser accepts deeper nesting than the serializer. */
function spelled(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    throw new DomainError('invalid-input', 'The body is nested too deeply')
  }
}

/** Skips objects, which a parser makes from field names with brackets: our forms have no such fields. */
function formOf(fields: unknown): URLSearchParams {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields ?? {})) {
    for (const one of [value].flat()) if (typeof one === 'string') form.append(name, one)
  }
  return form
}
