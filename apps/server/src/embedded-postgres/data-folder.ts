import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { databaseUser, type DatabaseUser } from './database-user.js'

export type DataFolder = {
  /** What CARILLON_DATA_DIR names, with symbolic links resolved. */
  readonly home: string
  /** What Postgres calls its data directory. */
  readonly cluster: string
  readonly attachments: string
  /** Names the folder of the socket while anybody uses the data. */
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
 * The name under which Postgres finds its data, when started in it. On Linux a link that leads straight there: root's
 * home is closed to the user of the database, and a full path would have to pass through it.
 */
export function clusterAsSeenFromInside(cluster: string): string {
  return process.platform === 'linux' ? '/proc/self/cwd' : cluster
}
