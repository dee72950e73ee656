import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { ADMIN_TOKEN } from '../service/a-server.js'
import { aShell } from '../shell.js'
import type { DocumentedService } from './documented-service.js'

export type Paster = {
  /** Resolves to the output. Rejects if the shell fails. */
  paste(lines: string): Promise<string>
  close(): Promise<void>
}

type PasterOptions = {
  readonly service: DocumentedService
  readonly folder: string
  /** The secret of the API key `key_acme`. */
  readonly secret: string
  /** The id of the group in the pages. */
  readonly group: string
}

/**
 * A terminal in a folder. `carillon` runs within this process, which saves a second per command. Replaces the
 * placeholders that a reader would replace: the address and the secrets, and the ids with those that were printed last.
 */
export async function openPaster({ service, folder, secret, group }: PasterOptions): Promise<Paster> {
  const run = aShell({ CARILLON_URL: service.url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN })
  const commands = createServer((request, response) => {
    void text(request).then(async (args) => {
      const { code, stdout, stderr } = await run(args.split('\0').slice(0, -1))
      response.writeHead(code === 0 ? 200 : 422).end(code === 0 ? stdout : stderr + stdout)
    })
  })
  await new Promise<void>((listening) => commands.listen(0, '127.0.0.1', listening))
  const { port } = commands.address() as AddressInfo
  const env = { ...process.env, COMMANDS: `http://127.0.0.1:${port}/` }
  const seen = new Map([['grp', group]])
  const variables: string[] = []
  return {
    async paste(lines) {
      if (/^\s*(npm|git) /m.test(lines)) throw new Error('No test runs npm or git: say in a comment above why not')
      const ours = lines
        .replaceAll('http://127.0.0.1:8080', service.url)
        .replaceAll('key_acme:SECRET', `key_acme:${secret}`)
        .replaceAll('key_tryout:SECRET', `key_tryout:${service.demoSecret}`)
        .replace(ID, (id, prefix: string) => seen.get(prefix) ?? id)
      const { stdout } = await promisify(execFile)('sh', ['-ec', [PRELUDE, ...variables, ours].join('\n')], {
        cwd: folder,
        env,
        maxBuffer: 64 * 1024 * 1024,
      }).catch((error: { readonly stdout: string; readonly stderr: string }) => {
        throw new Error(`The shell failed: ${error.stdout}${error.stderr}\n${lines}`)
      })
      // In a list, uses the first id, which is the newest. A group's id is always the id of the group in the pages.
      for (const [id, prefix] of [...stdout.matchAll(ID)].toReversed()) if (prefix !== 'grp') seen.set(prefix!, id)
      variables.push(...ours.split('\n').filter((line) => /^[A-Z]+=\S*$/.test(line)))
      return stdout
    },
    close: () =>
      new Promise((closed) => {
        commands.close(() => closed())
      }),
  }
}

const ID = /\b(grp|msg|con|brc|bat|sch|seg|tpl|pool|whk|evt|job)_[0-9a-z]{26}\b/g

const PRELUDE = `
curl() { command curl -sS "$@"; echo; }
npx() { shift; { for a in "$@"; do printf '%s\\0' "$a"; done; } | command curl -sS --fail-with-body --data-binary @- "$COMMANDS"; }
carillon() { npx carillon "$@"; }
`
