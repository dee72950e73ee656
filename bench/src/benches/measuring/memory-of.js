import { readFile } from 'node:fs/promises'

const MEGABYTE_IN_KB = 1024

/** The resident memory of another process, in MB: now, and at its peak. */
export function memoryOf(pid) {
  return {
    now: () => statusOf(pid, 'VmRSS'),
    peak: () => statusOf(pid, 'VmHWM'),
  }
}

async function statusOf(pid, name) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(status.match(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm'))[1]) / MEGABYTE_IN_KB
}
