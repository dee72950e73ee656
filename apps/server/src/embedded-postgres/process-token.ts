import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/**
 * Identifies a process by its id and start time: `4711-90210`. An id alone is soon reused; in a container,
 * after each restart. Null if there is no such process, or if only its unread exit status is left.
 * Throws if the system lacks the resources to check.
 */
export async function processToken(pid: number): Promise<string | null> {
  const started = process.platform === 'linux' ? await startedOnLinux(pid) : await startedByPs(pid)
  return started === null ? null : `${pid}-${started}`
}

/** Whether the process is running, given a name that begins with its token. */
export async function isAlive(name: string): Promise<boolean> {
  const token = /^\d+-\d+/.exec(name)?.[0]
  return token !== undefined && token === (await processToken(parseInt(token, 10)))
}

/** `4711 (a name) S 1 …`: the state comes after the last parenthesis, and the start time 19 fields later. */
async function startedOnLinux(pid: number) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(noneUnlessShort)
  if (stat === null) return null
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? null : (fields[19] ?? null)
}

async function startedByPs(pid: number) {
  const env = { ...process.env, LC_ALL: 'C' }
  const ps = promisify(execFile)('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { env })
  const { stdout } = (await ps.catch(noneUnlessShort)) ?? { stdout: 'Z' }
  const [state = 'Z', ...started] = stdout.trim().split(/\s+/)
  return state.startsWith('Z') ? null : String(Date.parse(started.join(' ')))
}

const SHORTAGES: ReadonlySet<unknown> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN'])

/** Rethrows resource errors: without a free file descriptor, a living process must not count as dead. */
function noneUnlessShort(error: NodeJS.ErrnoException): null {
  if (SHORTAGES.has(error.code)) throw error
  return null
}
