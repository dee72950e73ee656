import { readFile } from 'node:fs/promises'

const MEGABYTE_IN_KB = 1024

/** The memory of another process as Linux counts it, in MB: that of now, and the most there has been. */
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
