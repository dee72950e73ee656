import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The ways in which a database stops at once, with nothing written that was not yet: as by a power cut. */
export const CRASHES = {
  /** What Postgres calls immediate. */
  async immediate(dataDir) {
    process.kill(await postmasterOf(dataDir), 'SIGQUIT')
  },
  /** Each of its processes, the first one first. */
  async 'kill -9'(dataDir) {
    const postmaster = await postmasterOf(dataDir)
    const children = await childrenOf(postmaster)
    for (const pid of [postmaster, ...children]) kill(pid)
  },
}

async function postmasterOf(dataDir) {
  return parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)
}

/** `4711 (a name) S 1 …`: the parent comes second after the last parenthesis. */
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

/** It may have ended meanwhile. */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if (error.code !== 'ESRCH') throw error
  }
}
