import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataFolder } from './data-folder.js'
import { isAlive, processToken } from './process-token.js'

export type Attachment = {
  /** True if no other process uses the database: the caller must then stop Postgres. */
  end(): Promise<boolean>
}

/** Writes one file for each use of the database, named for its process. Files of dead processes do not count. */
export async function attach({ attachments }: DataFolder): Promise<Attachment> {
  const file = join(attachments, `${await processToken(process.pid)}-${randomBytes(4).toString('hex')}`)
  await mkdir(attachments, { recursive: true, mode: 0o700 })
  await writeFile(file, '')
  return {
    async end() {
      await rm(file, { force: true })
      return !(await anyoneLeft(attachments))
    },
  }
}

async function anyoneLeft(attachments: string) {
  for (const name of await readdir(attachments).catch(() => [])) {
    if (await isAlive(name)) return true
    await rm(join(attachments, name), { force: true })
  }
  return false
}
