import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isAlive, processToken } from './process-token.js'

/**
 * The folder appears only when it is complete: it is filled beside its place and then renamed, which is atomic even
 * under kill -9. If several processes create it at once, the first wins, and the others discard theirs.
 */
export async function makeWholeFolder(place: string, fill: (staging: string) => Promise<void>): Promise<void> {
  await removeLeftovers(place)
  const staging = `${place}.${await processToken(process.pid)}-${randomBytes(4).toString('hex')}`
  try {
    await mkdir(staging, { mode: 0o700 })
    await fill(staging)
    await rename(staging, place)
    await sync(dirname(place))
  } catch (error) {
    await remove(staging)
    if (!isTaken(error)) throw error
  }
}

async function removeLeftovers(place: string) {
  const prefix = `${basename(place)}.`
  for (const name of await readdir(dirname(place))) {
    const rest = name.startsWith(prefix) ? name.slice(prefix.length) : ''
    if (/^\d+-\d+-/.test(rest) && !(await isAlive(rest))) await remove(join(dirname(place), name))
  }
}

/** Tries to remove the folder. An initdb that outlived its parent may still write to it; the next start tries again. */
async function remove(staging: string) {
  await rm(staging, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
}

async function sync(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isTaken = (error: unknown) => ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')
