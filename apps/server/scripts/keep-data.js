/**
 * Keeps the data folder of a landed version for the test of upgrades:
 *
 *   node apps/server/scripts/keep-data.js <a built checkout of that version> <name>
 *
 * It starts the server of that checkout on an empty data folder, uses it as a customer and an operator do, and writes the data
 * folder (compressed) and its answers to `apps/server/kept-data/<name>/`. The name is the number of the version's last migration.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import { startedServer, webhookReceiver } from './keep-data/server.js'
import { useService } from './keep-data/use-service.js'

const [checkout, name] = process.argv.slice(2)
if (checkout === undefined || name === undefined) {
  console.error('usage: node apps/server/scripts/keep-data.js <a built checkout> <name>')
  process.exit(1)
}

const folder = await mkdtemp(join(tmpdir(), 'carillon-keep-'))
const received = await webhookReceiver()
const server = await startedServer(checkout, join(folder, 'data'))
try {
  const paths = await useService(server, received.url)
  const answers = {}
  for (const path of paths) answers[path] = await server.get(path)
  await server.stop()
  const to = fileURLToPath(new URL(`../kept-data/${name}/`, import.meta.url))
  await mkdir(to, { recursive: true })
  await writeFile(join(to, 'answers.json'), `${JSON.stringify(answers, null, 2)}\n`)
  await writeFile(
    join(to, 'data.tar.br'),
    compressed(execFileSync('tar', ['c', 'data'], { cwd: folder, maxBuffer: 2 ** 30 })),
  )
  console.log(`${to}: ${paths.length} answers`)
} finally {
  await server.stop()
  received.close()
  await rm(folder, { recursive: true })
}

function compressed(bytes) {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 26,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
}
