import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { DockerfileParser, JSONInstruction, type Copy, type Instruction } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { FIRST_PAIR } from '../apps/server/src/testing/certificates.js'

const TLS = { CARILLON_TLS_CERT: '/tls/tls.crt' }
const overTls = (listener: RequestListener) => createHttpsServer(FIRST_PAIR, listener)

// These tests need no container engine: they lint the Dockerfile, and check for faults that appear only in production.

const ROOT = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const instructions = DockerfileParser.parse(read('Dockerfile')).getInstructions()

describe('the Dockerfile', () => {
  const of = (keyword: string) => instructions.filter((one) => one.getKeyword() === keyword)
  const argumentsOf = (one: Instruction) => one.getArguments().map((argument) => argument.getValue())
  /** The last stage, which becomes the image. */
  const last = instructions.slice(instructions.indexOf(of('FROM').at(-1)!))

  test('passes the linter', () => {
    expect(validate(read('Dockerfile')).map(({ range, message }) => `${range.start.line + 1}: ${message}`)).toEqual([])
    expect(validate('FROM node:24\nRNU x')).not.toEqual([])
  })

  test('uses one base image with a pinned major version', () => {
    const stages = of('FROM').map((from) => /AS (\S+)/.exec(from.getRawArgumentsContent() ?? '')?.[1])
    const images = of('FROM').map((from) => argumentsOf(from)[0]!)
    const foreign = new Set(images.filter((image) => !stages.includes(image)))
    expect([...foreign]).toEqual([expect.stringMatching(/^node:\d+-[a-z]+-slim$/)])
  })

  test('runs as a user other than root, identified by number', () => {
    const users = last.filter((one) => one.getKeyword() === 'USER')
    expect(users.map(argumentsOf)).toEqual([[expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)]])
    const after = last.slice(last.indexOf(users[0]!)).map((one) => one.getKeyword())
    expect(after.filter((keyword) => ['COPY', 'RUN', 'ADD'].includes(keyword))).toEqual([])
  })

  test('starts the command without a shell, which would not pass on signals', () => {
    const started = last.filter((one) => ['ENTRYPOINT', 'CMD'].includes(one.getKeyword()))
    const words = started.map((one) => (one as JSONInstruction).getJSONStrings().map((word) => word.getJSONValue()))
    expect(words).toEqual([['node', '/app/apps/server/bin/carillon.js'], ['start']])
    expect(existsSync(join(ROOT, words[0]![1]!.replace('/app/', '')))).toBe(true)
  })

  test('sets no secret', () => {
    const names = [...of('ENV'), ...of('ARG')].map((one) => one.getRawArgumentsContent()).join('\n')
    expect(names).not.toMatch(/SECRET|TOKEN|PASSWORD|DATABASE_URL/)
  })

  test('copies existing files by name, and only those that .dockerignore includes', () => {
    const copies = of('COPY').filter((copy) => (copy as Copy).getFromFlag() === null)
    const sources = copies.flatMap((copy) => argumentsOf(copy).slice(0, -1))
    expect(sources.filter((path) => path === '.' || !existsSync(join(ROOT, path)))).toEqual([])
    const kept = read('.dockerignore').split('\n')
    expect(kept).toEqual(expect.arrayContaining(['*', '**/node_modules', '**/dist', '**/.bundle', '**/.env*']))
    expect(sources.filter((path) => !kept.includes(`!${path.split('/')[0]}`))).toEqual([])
  })

  test('copies the package.json of every workspace that the server is built from', () => {
    const copied = of('COPY').flatMap((copy) => argumentsOf(copy).slice(0, -1))
    const folders = ['packages', 'apps'].flatMap((all) => readdirSync(join(ROOT, all)).map((name) => `${all}/${name}`))
    const manifests = folders.map((folder) => `${folder}/package.json`).filter((path) => existsSync(join(ROOT, path)))
    expect(manifests.filter((path) => !copied.includes(path))).toEqual([])
  })

  test.each([
    ['a server', 200, 0, createServer, {}],
    ['a server', 503, 1, createServer, {}],
    ['a server with a certificate for another name', 200, 0, overTls, TLS],
    ['a server with a certificate', 503, 1, overTls, TLS],
    ['a worker with the settings of a server with a certificate', 200, 0, createServer, TLS],
  ])('has a health check of %s: response %d gives exit code %d', async (_name, status, code, create, settings) => {
    const requested: unknown[] = []
    const server = create((req, res) => {
      requested.push(req.url)
      res.writeHead(status).end()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const [, words] = /^HEALTHCHECK[^[]*(\[.*\])$/s.exec(healthCheck())!
    const [program, ...rest] = JSON.parse(words!) as string[]
    expect(program).toBe('node')
    const child = spawn(process.execPath, rest, { env: { PORT: String(port), ...settings }, stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([code, null])
    expect(requested).toEqual(['/healthz'])
    server.close()
  })

  test('uses the metrics port of a worker for the health check, and exposes it', () => {
    const [env, expose] = ['ENV', 'EXPOSE'].map((keyword) => last.find((one) => one.getKeyword() === keyword)!)
    const [, port] = /CARILLON_METRICS_PORT=(\d+)/.exec(env!.getRawArgumentsContent()!)!
    expect(argumentsOf(expose!)).toEqual([port])
    expect(healthCheck()).toContain(`(process.env.PORT || ${port})`)
  })

  function healthCheck(): string {
    const [check] = last.filter((one) => one.getKeyword() === 'HEALTHCHECK')
    return check!.getTextContent().replaceAll('\\\n', '')
  }
})

test('the server depends on the peers of its packages, which nothing else would install', () => {
  type Manifest = Record<'dependencies' | 'peerDependencies', Record<string, string> | undefined>
  const manifest = (folder: string) => JSON.parse(read(`${folder}/package.json`)) as Manifest
  const { dependencies = {} } = manifest('apps/server')
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@carillon/'))
  const peers = ours.flatMap((name) =>
    Object.keys(manifest(name.replace('@carillon', 'packages')).peerDependencies ?? {}),
  )
  expect(peers).toContain('express')
  expect(peers.filter((name) => !(name in dependencies))).toEqual([])
})
