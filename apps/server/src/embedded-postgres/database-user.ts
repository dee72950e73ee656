import { execFile, type ExecFileException } from 'node:child_process'
import { chown, readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Postgres refuses to run as root, so root runs it as another user. Null: the user of this process. */
export type DatabaseUser = { readonly uid: number; readonly gid: number } | null

/** The owner of the cluster if it exists, so that its files never have two owners; else one that Postgres accepts. */
export async function databaseUser(cluster: string): Promise<DatabaseUser> {
  const self = process.getuid!()
  const owner = await stat(cluster).catch(() => null)
  if (self !== 0) {
    if (owner === null || owner.uid === self) return null
    throw new Error(`The database in ${cluster} belongs to user ${owner.uid}, but this process runs as user ${self}`)
  }
  if (process.platform !== 'linux') {
    throw new Error('Embedded Postgres can run as root only on Linux: start as another user, or set DATABASE_URL')
  }
  return owner === null || owner.uid === 0 ? unprivilegedUser() : { uid: owner.uid, gid: owner.gid }
}

/** `postgres` and `nobody` are both missing only if there are no user entries at all; then initdb reports the fault. */
async function unprivilegedUser() {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const [, uid, gid] =
    /^postgres:[^:]*:(\d+):(\d+)/m.exec(accounts) ?? /^nobody:[^:]*:(\d+):(\d+)/m.exec(accounts) ?? []
  return uid === undefined || uid === '0' ? { uid: 65534, gid: 65534 } : { uid: Number(uid), gid: Number(gid) }
}

export async function chownTo(user: DatabaseUser, path: string): Promise<void> {
  if (user !== null) await chown(path, user.uid, user.gid)
}

/** Gives the folder and everything in it to the user, after root has restored a backup. */
export async function chownTreeTo(user: DatabaseUser, folder: string): Promise<void> {
  for (const path of await readdir(folder, { recursive: true })) await chownTo(user, join(folder, path))
  await chownTo(user, folder)
}

/** Spawn options. Does not pass on the environment: PGOPTIONS, PGDATA or TZ would change how Postgres behaves. */
export function asUser(user: DatabaseUser) {
  return { ...user, env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' } }
}

export type Command = { file: string; args: readonly string[]; user: DatabaseUser; cwd?: string; input?: string }

/** Resolves to the standard output; rejects with the line that names the error. */
export function run({ file, args, user, cwd = '/', input = '' }: Command): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, { ...asUser(user), cwd }, (error, stdout, stderr) => {
      const complaint = /^.*\b(error|fatal|panic): .*$/im.exec(stderr)?.[0]
      if (error === null && complaint === undefined) resolve(stdout)
      else reject(new Error(complaint ?? lastLine(stderr) ?? reasonOf(error), { cause: error }))
    })
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) || undefined

const reasonOf = (error: ExecFileException | null) => (error?.signal ? `stopped by ${error.signal}` : error?.message)
