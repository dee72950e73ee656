import { afterEach, expect } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aShell } from '../shell.js'
import { ADMIN_TOKEN, aServer, type TestServerOptions } from './a-server.js'

export type Workplace = Awaited<ReturnType<typeof openWorkplace>>

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A server, a shell in which `carillon` uses it, and a folder for files; closed and removed after the test. */
export async function openWorkplace(options: TestServerOptions = {}) {
  const server = await aServer(options)
  const folder = await mkdtemp(join(tmpdir(), 'carillon-'))
  open.push(server.stop, () => rm(folder, { recursive: true }))
  const carillon = aShell({ CARILLON_URL: server.url, CARILLON_ADMIN_TOKEN: ADMIN_TOKEN })
  const aFile = async (name: string, text: string) => {
    const file = join(folder, name)
    await writeFile(file, text)
    return file
  }
  return {
    server,
    folder,
    carillon,
    aFile,
    /** Imports the numbers into the account's group VIP. */
    async enrol(numbers: readonly string[], account = 'Acme & Sons') {
      const file = await aFile('people.csv', ['phoneNumber', ...numbers].join('\n'))
      expect((await carillon(['contacts', 'import', file, '--account', account, '--group', 'VIP'])).code).toBe(0)
    },
  }
}

/** A declaration of an account with every kind of part. */
export const ACME = `account:
  name: Acme & Sons
  credits: { sms: 100 }
  apiKeys:
    - id: key_acme
    - { id: key_given, secret: a-secret-of-our-own }
  numbers: [{ number: "+12025550110" }]
  groups:
    - { name: VIP, tags: [gold] }
  customFields:
    - { key: contact_custom_field_1, label: Plan, type: SINGLE_SELECT, options: [Free, Pro] }
  webhooks:
    - { url: "https://hooks.acme.com", events: [contacts.group.opted_in] }
`
