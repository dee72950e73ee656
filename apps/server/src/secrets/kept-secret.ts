import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../settings/user-error.js'

export type SecretPlace = { readonly dataDir: string; readonly name: 'admin-token' | 'secret' }

/** Creates the secret on first use, in a file that only its owner may read. Concurrent starts get the same secret. */
export async function keptSecret(place: SecretPlace): Promise<string> {
  try {
    return (await findKeptSecret(place)) ?? (await make(place))
  } catch (error) {
    if (error instanceof UserError) throw error
    throw new UserError(`${secretFileOf(place)} cannot be used: ${(error as Error).message}`, { cause: error })
  }
}

/** Null if the secret does not exist. */
export async function findKeptSecret(place: SecretPlace): Promise<string | null> {
  const text = await readFile(secretFileOf(place), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new UserError(`${secretFileOf(place)} cannot be read: ${error.message}`, { cause: error })
  })
  if (text?.trim() === '')
    throw new UserError(`${secretFileOf(place)} is empty: put the secret back, or remove the file`)
  return text?.trim() ?? null
}

export function secretFileOf({ dataDir, name }: SecretPlace): string {
  return join(dataDir, name)
}

/** Creating the link is atomic, and succeeds only for the first process. */
async function make(place: SecretPlace): Promise<string> {
  await mkdir(place.dataDir, { recursive: true, mode: 0o700 })
  const draft = `${secretFileOf(place)}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    await link(draft, secretFileOf(place)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await rm(draft, { force: true })
  }
  return (await findKeptSecret(place))!
}
