import { randomBytes } from 'node:crypto'
import { link, mkdir, readdir, readFile, realpath, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostmaster, shutDown } from '../embedded-postgres/postmaster.js'
import { isAlive, processToken } from '../embedded-postgres/process-token.js'
import { removeSocketFolder } from '../embedded-postgres/socket-folder.js'
import { findKeptSecret, secretFileOf, type SecretPlace } from '../secrets/kept-secret.js'
import { UserError } from '../settings/user-error.js'
import { syncFolder } from './sync-folder.js'

export type KeptSecrets = { readonly secret: string | null; readonly adminToken: string | null }

/** Throws a UserError with the reason if `restoreInto` cannot use the folder. Changes nothing. */
export async function requireRestorePlace(dataDir: string): Promise<void> {
  const names = await namesIn(dataDir)
  if (names.includes('postgres')) throw new UserError(`${dataDir} already contains a database: ${REMEDY}`)
  for (const name of names.filter(isStaging)) {
    if (await isAlive(tokenOf(name))) throw new UserError(`Another restore is running in ${dataDir}`)
  }
  const other = names.find((name) => !isStaging(name) && !HARMLESS.has(name))
  if (other !== undefined) throw new UserError(`${dataDir} is not empty (it contains ${other}): ${REMEDY}`)
}

/** Throws if a different secret exists: it is never replaced, because data that this command cannot see may need it. */
export async function requireNoOtherSecrets(dataDir: string, secrets: KeptSecrets): Promise<void> {
  for (const [place, secret] of placesOf(dataDir, secrets)) {
    const kept = await findKeptSecret(place)
    if (kept !== null && kept !== secret) {
      throw new UserError(`${secretFileOf(place)} differs from the one in the backup: ${REMEDY}`)
    }
  }
}

type Restoring<T> = {
  readonly dataDir: string
  readonly secrets: KeptSecrets
  /** Builds a database in the given data folder, and stops it. */
  readonly build: (staging: string) => Promise<T>
}

/**
 * Builds the database in a staging folder inside the data folder, because the data folder may be a separate volume, and
 * renames it at the end: all or nothing. If several restores run at once, one wins. Removes files of killed restores.
 */
export async function restoreInto<T>({ dataDir, secrets, build }: Restoring<T>): Promise<T> {
  const isNew = (await mkdir(dataDir, { recursive: true, mode: 0o700 })) !== undefined
  const home = await realpath(dataDir)
  const staging = join(home, `${STAGING}${await processToken(process.pid)}-${randomBytes(4).toString('hex')}`)
  try {
    await removeLeftovers(home)
    await mkdir(staging, { mode: 0o700 })
    const built = await build(staging)
    for (const [place, secret] of placesOf(home, secrets)) if (secret !== null) await putSecret(place, secret, staging)
    await rename(join(staging, 'postgres'), join(home, 'postgres')).catch((error: NodeJS.ErrnoException) => {
      if (!['ENOTEMPTY', 'EEXIST'].includes(error.code!)) throw error
      throw new UserError(`A database was created in ${dataDir} during the restore, and is kept`, { cause: error })
    })
    await syncFolder(home)
    return built
  } finally {
    await rm(staging, { recursive: true, force: true, maxRetries: 3 })
    if (isNew) await rmdir(home).catch(() => {})
  }
}

const REMEDY = 'set CARILLON_DATA_DIR to a new folder, or move this one away'
const STAGING = 'restore.'
/** Files of a new volume, and files that a killed restore may leave. */
const HARMLESS: ReadonlySet<string> = new Set(['lost+found', 'secret', 'admin-token'])

function isStaging(name: string): boolean {
  return name.startsWith(STAGING) && /^\d+-\d+-/.test(tokenOf(name))
}

function tokenOf(staging: string): string {
  return staging.slice(STAGING.length)
}

async function namesIn(dataDir: string): Promise<readonly string[]> {
  return readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new UserError(`The data folder ${dataDir} cannot be used: ${error.message}`, { cause: error })
  })
}

/** Removes what killed restores left. First stops their Postgres, which may still be running. */
async function removeLeftovers(home: string): Promise<void> {
  for (const name of (await namesIn(home)).filter(isStaging)) {
    if (await isAlive(tokenOf(name))) continue
    const postmaster = await findPostmaster({ cluster: join(home, name, 'postgres') })
    if (postmaster !== null) {
      await shutDown(postmaster)
      await removeSocketFolder(postmaster.socketFolder)
    }
    await rm(join(home, name), { recursive: true, force: true, maxRetries: 3 })
  }
}

function placesOf(
  dataDir: string,
  { secret, adminToken }: KeptSecrets,
): readonly (readonly [SecretPlace, string | null])[] {
  return [
    [{ dataDir, name: 'secret' }, secret],
    [{ dataDir, name: 'admin-token' }, adminToken],
  ]
}

/** Writes the secret atomically, and never replaces an existing one. */
async function putSecret(place: SecretPlace, secret: string, staging: string): Promise<void> {
  const draft = join(staging, place.name)
  await writeFile(draft, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  await link(draft, secretFileOf(place)).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
    if ((await readFile(secretFileOf(place), 'utf8')).trim() === secret) return
    throw new UserError(`${secretFileOf(place)} differs from the one in the backup: ${REMEDY}`, { cause: error })
  })
}
