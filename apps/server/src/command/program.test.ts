import { beforeEach, describe, expect, test } from '@jest/globals'
import type { Command } from 'commander'
import { createServer as createHttpsServer } from 'node:https'
import { freeAddress, listen, urlOf } from '../listening/listening.js'
import { FIRST_PAIR } from '../testing/certificates.js'
import { ADMIN_TOKEN } from '../testing/service/a-server.js'
import { openWorkplace, type Workplace } from '../testing/service/workplace.js'
import { aShell, openShell } from '../testing/shell.js'
import { createProgram } from './program.js'

let server: Workplace['server']
let folder: Workplace['folder']
let carillon: Workplace['carillon']
let aFile: Workplace['aFile']

beforeEach(async () => {
  ;({ server, folder, carillon, aFile } = await openWorkplace())
})

describe('a short message reports', () => {
  test('a server that is not running', async () => {
    const gone = urlOf(await freeAddress({ host: '127.0.0.1', port: 0 }))
    const said = await aShell({ CARILLON_URL: gone, CARILLON_ADMIN_TOKEN: 't' })(['accounts', 'list'])
    expect(said).toEqual({
      code: 1,
      stdout: '',
      stderr: `carillon: No Carillon server at ${gone} (connection refused): check that it is running, and that CARILLON_URL is its address\n`,
    })
  })

  test('a certificate that is not accepted', async () => {
    const address = await freeAddress({ host: '127.0.0.1', port: 0 })
    const other = await listen(createHttpsServer(FIRST_PAIR), address)
    const url = urlOf(address, 'https')
    const { stderr } = await aShell({ CARILLON_URL: url, CARILLON_ADMIN_TOKEN: 't' })(['accounts', 'list'])
    expect(stderr).toBe(
      `carillon: The certificate of ${url} is not accepted (self-signed certificate): CARILLON_URL must use a host name of the certificate. For a private certificate authority, set NODE_EXTRA_CA_CERTS to the file with its certificate\n`,
    )
    await other.stop({ graceMs: 0 })
  })

  test('a server that speaks plain HTTP where HTTPS is expected', async () => {
    const url = server.url.replace('http:', 'https:')
    const { stderr } = await aShell({ CARILLON_URL: url, CARILLON_ADMIN_TOKEN: 't' })(['accounts', 'list'])
    expect(stderr).toContain(`No Carillon server at ${url} (it does not use HTTPS)`)
  })

  test('a wrong token, with its source', async () => {
    const problem = `carillon: The server at ${server.url} does not accept the admin token from`
    const wrong = aShell({ CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: 'wrong' })
    expect((await wrong(['accounts', 'list'])).stderr).toBe(`${problem} CARILLON_ADMIN_TOKEN\n`)
    const file = await aFile('admin-token', 'wrong\n')
    const kept = aShell({ CARILLON_URL: server.url, CARILLON_DATA_DIR: folder })
    expect((await kept(['accounts', 'list'])).stderr).toBe(`${problem} ${file}\n`)
  })

  test('that the server did not check the token, because too many were wrong', async () => {
    const [wrong, right] = ['wrong', ADMIN_TOKEN].map((token) =>
      aShell({ CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: token }),
    )
    for (let i = 0; i < 5; i++) await wrong!(['accounts', 'list'])
    expect((await right!(['accounts', 'list'])).stderr).toBe(
      'carillon: Too many failed authentications from this address, so these credentials were not checked. Try again in 1 s\n',
    )
  })

  test('a missing token', async () => {
    const none = aShell({ CARILLON_URL: server.url, CARILLON_DATA_DIR: folder })
    expect((await none(['accounts', 'list'])).stderr).toMatch(
      /^carillon: No admin token: set CARILLON_ADMIN_TOKEN, or .*\n$/,
    )
  })

  test('a missing token, unless the data folder has one', async () => {
    await aFile('admin-token', `${ADMIN_TOKEN}\n`)
    const said = await aShell({ CARILLON_URL: server.url, CARILLON_DATA_DIR: folder })(['accounts', 'list'])
    expect(said).toEqual({ code: 0, stdout: 'There is no account yet: carillon apply creates one\n', stderr: '' })
  })

  test('a server that is not Carillon', async () => {
    const address = await freeAddress({ host: '127.0.0.1', port: 0 })
    const other = await listen((_, res) => res.end('<html>'), address)
    const said = await aShell({ CARILLON_URL: urlOf(address), CARILLON_ADMIN_TOKEN: 't' })(['accounts', 'list'])
    expect(said.stderr).toMatch(
      /^carillon: .* is not a Carillon server: it responded with something else\. Check CARILLON_URL\n$/,
    )
    await other.stop({ graceMs: 0 })
  })

  test('an unknown command, and a missing option', async () => {
    expect((await carillon(['aply'])).stderr).toContain("error: unknown command 'aply'")
    expect(await carillon(['contacts', 'import', 'x.csv', '--account', 'A'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("required option '--group <name>' not specified"),
    })
  })
})

test.each(['9', '-1', 'two', ''])('an invalid number of workers is refused: %j', async (workers) => {
  expect(await carillon(['start', `--workers=${workers}`])).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringContaining('It must be a whole number from 0 to 8.'),
  })
})

test('a worker without DATABASE_URL fails, and the error explains what a worker needs', async () => {
  expect(await carillon(['worker'])).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^carillon: A worker shares the database of its servers: set DATABASE_URL\..* four workers next to the server\n$/,
    ),
  })
})

test.each(['--version', '-V'])('%s prints the version of carillon', async (option) => {
  expect(await carillon([option])).toEqual({
    code: 0,
    stdout: expect.stringMatching(/^carillon \d+\.\d+\.\d+\S*\n$/),
    stderr: '',
  })
})

test('the help of every command has an example', async () => {
  const commands = commandsOf(createProgram(openShell({ env: {} }).shell))
  expect(commands).toEqual(expect.arrayContaining(['start', 'apply', 'contacts erase', 'webhooks replay']))
  for (const command of commands) {
    const { code, stdout } = await carillon([...command.split(' '), '--help'])
    expect([command, code]).toEqual([command, 0])
    expect(stdout).toContain(`Usage: carillon ${command}`)
    expect(stdout).toMatch(new RegExp(`\nExamples:\n {2}\\$ .*carillon ${command.split(' ')[0]}`))
  }
  expect((await carillon(['--help'])).stdout).toContain('CARILLON_URL')
})

/** The commands without subcommands, each by its full name. */
function commandsOf({ commands }: Command): readonly string[] {
  return commands.flatMap((command) => {
    const below = commandsOf(command)
    return below.length === 0 ? [command.name()] : below.map((words) => `${command.name()} ${words}`)
  })
}
