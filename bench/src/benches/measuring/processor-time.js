import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The unit in which Linux reports processor time. */
const TICK_MS = 10

/** The processor time of a Postgres with all its processes, including ended ones, in ms since its start. */
export async function processorTimeOfPostgres(dataDir) {
  return processorTimeOfPostgresIn(join(dataDir, 'postgres'))
}

/** The same of a Postgres that is not the embedded one. `folder`: its data. */
export async function processorTimeOfPostgresIn(folder) {
  const file = await readFile(join(folder, 'postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  let ticks = 0
  for (const pid of await readdir('/proc')) {
    const stat = /^\d+$/.test(pid) ? await statOf(pid) : null
    if (stat?.pid === postmaster) ticks += stat.own + stat.ended
    else if (stat?.parent === postmaster) ticks += stat.own
  }
  return ticks * TICK_MS
}

/** The processor time of one process without its children, in ms. */
export async function processorTimeOf(pid) {
  return (await statOf(pid)).own * TICK_MS
}

/** Null if the process has ended. */
async function statOf(pid) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  if (text === null) return null
  // The name in parentheses may contain any character.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [userTicks, systemTicks, userTicksOfEnded, systemTicksOfEnded] = fields.slice(11, 15).map(Number)
  const [own, ended] = [userTicks + systemTicks, userTicksOfEnded + systemTicksOfEnded]
  return { pid: Number(pid), parent: Number(fields[1]), own, ended }
}
