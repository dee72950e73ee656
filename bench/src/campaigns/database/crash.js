import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Ways to stop a database at once without flushing anything, like a power cut. */
export const CRASHES = {
  /** Postgres's immediate shutdown. */
  async immediate(dataDir) {
    process.kill(await postmasterOf(dataDir), 'SIGQUIT')
  },
  /** Kills each process of Postgres, the postmaster first. */
  async 'kill -9'(dataDir) {
    const postmaster = await postmasterOf(dataDir)
    const children = await childrenOf(postmaster)
    for (const pid of [postmaster, ...children]) kill(pid)
  },
}

async function postmasterOf(dataDir) {
  return parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** `4711 (a name) S 1 …`: the parent is the second field after the last parenthesis. */
async function childrenOf(parent) {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    }),
  )
  return pids.filter((_, i) => parents[i] === parent).map(Number)
}

/** Ignores a process that has already ended. */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
