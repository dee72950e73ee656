import type { Request } from 'express'
import { readBytes } from '../input/body.js'

/** What a browser sends of a form. Each field once: of several the first. */
export async function typedFields(req: Request): Promise<(name: string) => string> {
  const bytes = await readBytes(req, ['application/x-www-form-urlencoded'], LENGTH_MAX)
  const fields = new URLSearchParams(bytes.toString('utf8'))
  return (name) => fields.get(name) ?? ''
}

const LENGTH_MAX = 16 * 1024
