import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Binaries } from './binaries.js'
import { clusterAsSeenFromInside, type DataFolder } from './data-folder.js'
import { chownTo, chownTreeTo, run, type DatabaseUser } from './database-user.js'
import { makeWholeFolder } from './whole-folder.js'

type Creation = { folder: DataFolder; binaries: Binaries; log: (line: string) => void }

/** Leaves an existing cluster unchanged. Throws if the existing cluster has another major version. */
export async function createCluster({ folder, binaries, log }: Creation): Promise<void> {
  const { cluster, user } = folder
  if (await isMissing(cluster)) {
    log(`Creating a database in ${folder.home}`)
    await makeWholeFolder(cluster, (staging) => initialize({ staging, binaries, user }))
  }
  const version = await versionOf(cluster)
  if (version !== binaries.majorVersion) {
    throw new Error(
      `The database in ${cluster} is from Postgres ${version}, but this is Postgres ${binaries.majorVersion}`,
    )
  }
  if (user !== null && (await stat(cluster)).uid !== user.uid) await chownTreeTo(user, cluster)
}

/** Makes text independent of the host's locale: it is UTF-8 and sorts by code point on every machine. */
const INITDB = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']

/** `trust` is safe: only the database user and root can reach the socket. */
const ACCESS = ['--username=carillon', '--auth=trust']

type Initialization = { staging: string; binaries: Binaries; user: DatabaseUser }

async function initialize({ staging, binaries: { initdb, postgres }, user }: Initialization) {
  const data = clusterAsSeenFromInside(staging)
  await chownTo(user, staging)
  try {
    await run({ file: initdb, args: ['-D', data, ...INITDB, ...ACCESS], user, cwd: staging })
    const args = ['--single', '-c', 'log_min_messages=error', '-D', data, 'postgres']
    await run({ file: postgres, args, user, cwd: staging, input: 'create database carillon\n' })
  } catch (error) {
    throw new Error(`The database could not be created: ${(error as Error).message}`, { cause: error })
  }
}

async function isMissing(cluster: string) {
  const names = await readdir(cluster).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.length === 0
}

async function versionOf(cluster: string) {
  const version = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) throw new Error(`${cluster} contains files, but no database`)
  return version.trim()
}
