import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const BIN = join(import.meta.dirname, '../bin/carillon.js')

/** Starts a server as on its first start, with its demo account, and stops and deletes it after `use`. */
export async function withDemoServer(use) {
  const dataDir = await mkdtemp(join(tmpdir(), 'carillon-screenshot-'))
  const env = { PATH: process.env.PATH, PORT: '0', CARILLON_DATA_DIR: dataDir }
  const server = spawn(process.execPath, [BIN, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(server, 'close')
  try {
    await use(await greetingOf(server))
  } finally {
    server.kill()
    await ended
    await rm(dataDir, { recursive: true })
  }
}

/** The URL of the server, the API key of the demo account, and the link for the first owner. */
async function greetingOf({ stdout }) {
  let said = ''
  for await (const chunk of stdout.iterator({ destroyOnReturn: false })) {
    said += chunk
    if (said.includes('"msg":"started"')) break
  }
  if (!said.includes('"msg":"started"')) throw new Error(`The server exited during startup: ${said}`)
  stdout.resume()
  const [, url] = /running: (\S+)/.exec(said)
  const [, key] = /curl -u (\S+)/.exec(said)
  const [setup] = /\S+\/dashboard\/setup#\S+/.exec(said)
  return { url, key, setup }
}
