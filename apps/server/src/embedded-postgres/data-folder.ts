import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseUser, type DatabaseUser } from './database-user.js'

export type DataFolder = {
  /** The path in CARILLON_DATA_DIR, with symbolic links resolved. */
  readonly home: string
  /** The data directory of Postgres. */
  readonly cluster: string
  readonly attachments: string
  /** Contains the path of the socket folder while any process uses the data. */
  readonly socketFile: string
  readonly logFile: string
  readonly user: DatabaseUser
}

export async function openDataFolder(dataDir: string): Promise<DataFolder> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const home = await realpath(dataDir)
  const cluster = join(home, 'postgres')
  const [attachments, socketFile] = [join(home, 'postgres.attachments'), join(home, 'postgres.socket')]
  const logFile = join(home, 'postgres.log')
  return { home, cluster, attachments, socketFile, logFile, user: await databaseUser(cluster) }
}

/**
 * The path of the cluster for a Postgres process whose working directory is the cluster. On Linux the path is
 * `/proc/self/cwd`, because the full path may lead through root's home directory, which the database user cannot enter.
 */
export function clusterAsSeenFromInside(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}
