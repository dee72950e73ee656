import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** On Linux, files in this folder are in memory, where Postgres copies a database with a tenth of the processor time. */
const MEMORY = '/dev/shm'
/** Twice what a run may need: Postgres keeps up to 1 GB of its log. */
const FREE_MIN_BYTES = 2 * 1024 ** 3
const NAME = /^carillon-test-(?<pid>\d+)-/

/** A new folder for the data of the test Postgres: in memory if there is enough of it. Deletes those of runs that died. */
export async function makeTestDataDir(memory = MEMORY) {
  const parent = (await hasRoom(memory)) ? memory : tmpdir()
  for (const name of await readdir(parent)) {
    const pid = NAME.exec(name)?.groups?.['pid']
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(parent, name), { recursive: true, force: true })
  }
  return mkdtemp(join(parent, `carillon-test-${process.pid}-`))
}

async function hasRoom(folder) {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= FREE_MIN_BYTES
  } catch {
    return false
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code !== 'ESRCH'
  }
}
