import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, Response } from 'express'
import { HttpError } from '../../api/problem.js'

/** The build names every file after its content, so none has a path or an odd character in its name. */
const NAME = /^[\w-][\w.-]*\.(?:js|css|svg|png|woff2)$/

/** The encodings in which the build has written each file, the smallest first. */
const PACKED = [
  { encoding: 'br', extension: '.br' },
  { encoding: 'gzip', extension: '.gz' },
] as const

/** A file whose name changes with its content, so browsers may keep it for ever. */
export async function sendAsset(req: Request, res: Response, folder: string): Promise<void> {
  const name = String(req.params['name'])
  if (!NAME.test(name)) throw noAsset()
  const accepted = PACKED.filter(({ encoding }) => req.acceptsEncodings(encoding) === encoding)
  for (const { encoding, extension } of [...accepted, { encoding: null, extension: '' }]) {
    const content = await contentOf(join(folder, name + extension))
    if (content === null) continue
    if (encoding !== null) res.set('Content-Encoding', encoding)
    res.set({ 'Cache-Control': 'public, max-age=31536000, immutable', 'X-Content-Type-Options': 'nosniff' })
    res.vary('Accept-Encoding').type(name).send(content)
    return
  }
  throw noAsset()
}

async function contentOf(file: string): Promise<Buffer | null> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function noAsset() {
  return new HttpError('no-such-route', 'The dashboard has no such file. If it was updated, reload the page')
}
