import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../../../apps/server/bin/carillon.js', import.meta.url))

/**
 * Processes of `carillon worker` on the database of a service, in numbered places; `replace(place)` starts a new one.
 * The database names their connections `worker-0`, `worker-1` and so on.
 */
export async function startCarillonWorkers({ dataDir, databaseUrl }, { count, env: more = {} }) {
  const secret = await readFile(join(dataDir, 'secret'), 'utf8')
  const workers = []
  const replace = (place) => {
    const env = {
      ...process.env,
      ...more,
      DATABASE_URL: `${databaseUrl}&application_name=worker-${place}`,
      CARILLON_DATA_DIR: dataDir,
      CARILLON_SECRET: secret.trim(),
      CARILLON_LOG_LEVEL: 'error',
    }
    const child = spawn(process.execPath, [COMMAND, 'worker'], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    const exited = new Promise((resolve) => child.once('exit', resolve))
    workers[place] = {
      pid: child.pid,
      signal: (signal) => child.kill(signal),
      exited,
      hasDied: () => child.exitCode !== null,
    }
  }
  for (let place = 0; place < count; place++) replace(place)
  return {
    replace,
    pidOf: (place) => workers[place].pid,
    signal: (place, signal) => workers[place].signal(signal),
    /** The places of workers that ended without being killed. */
    deaths: () => workers.flatMap(({ hasDied }, place) => (hasDied() ? [place] : [])),
    /** Kills the worker, leaving its work unfinished; resolves when it is dead. */
    async kill(place) {
      workers[place].signal('SIGKILL')
      await workers[place].exited
    },
    async stop() {
      for (const worker of workers) worker.signal('SIGKILL')
      await Promise.all(workers.map(({ exited }) => exited))
    },
  }
}
