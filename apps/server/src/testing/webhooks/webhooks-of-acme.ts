import { expect } from '@jest/globals'
import { openWorkplace } from '../service/workplace.js'

export const OF_ACME = ['--account', 'Acme']
export const URL_OF_OURS = 'https://hooks.acme.com/a'
/** A response of an endpoint, without its status. */
export const RESPONSE = { kind: 'answered', retryAfterMs: null, excerpt: '' } as const

export type WebhooksOfAcme = Awaited<ReturnType<typeof openWebhooks>>

/** A workplace with an account that has a group; the test creates webhooks and events. */
export async function openWebhooks() {
  const { server, carillon, aFile, enrol } = await openWorkplace()
  const acme = { name: 'Acme', numbers: [{ number: '+12025550110' }], groups: [{ name: 'VIP' }] }
  await carillon(['apply', await aFile('acme.json', JSON.stringify({ account: acme }))])
  return {
    server,
    carillon,
    /** Adds an endpoint, and returns its id. */
    async add(url = URL_OF_OURS, events = 'contacts.group.opted_in'): Promise<string> {
      const { stdout } = await carillon(['webhooks', 'add', url, ...OF_ACME, '--events', events])
      return stdout.split(':')[0]!
    },
    /** Adds contacts to the group, which emits events. */
    async join(...numbers: readonly string[]): Promise<void> {
      await enrol(numbers, 'Acme')
      await server.deliver()
    },
    /** The JSON output of a command. */
    async json(...args: readonly string[]): Promise<unknown> {
      const { code, stdout } = await carillon(['webhooks', ...args, ...OF_ACME, '--json'])
      expect([args, code]).toEqual([args, 0])
      return JSON.parse(stdout)
    },
  }
}
