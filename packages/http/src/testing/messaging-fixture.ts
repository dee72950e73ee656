import { scriptedProvider } from '@carillon/contracts'
import type { Adapters } from '@carillon/core'
import type { CreateApiOptions } from '../create-api.js'
import { applyAcme, authorized, openTestApi, type Call } from './test-api.js'

export const ANN = '+12025550123'
export const BOB = '+12025550124'
export const FROM = '+12025550100'
export const INACTIVE = '+12025550101'
/** A sender that cannot send MMS. */
export const SHORT_CODE = '12345'
/** The sender of the account Poor. */
const POORS = '+12025550177'
export const SMS = { to: ANN, from: FROM, body: 'Hi' }

export const SALE = { link: 'go.acme.com/sale', target: 'https://shop.example.com/sale?from=sms' }
export const NEWS = { link: 'go.acme.com/a/news', target: 'https://shop.example.com/news' }

const POOR = { id: 'key_poor', secret: 'the-secret-of-poor' }

/** Acme with the opted-in contact Ann, and a provider that accepts messages by default. */
export async function openMessaging<A extends Adapters>(adapters: A, options: Partial<CreateApiOptions> = {}) {
  const provider = scriptedProvider()
  const fixture = await openTestApi({ ...adapters, provider }, options)
  const { api, useCases } = fixture
  const declare = (changes: object = {}) => applyAcme(fixture, { rateLimits: null, numbers: NUMBERS, ...changes })
  const groups = await declare()
  const send = (fields: object = {}, call: Call = {}) =>
    api('POST', '/messaging/message', { body: { ...SMS, ...fields }, ...call })

  async function enroll(phone: string, group = groups['VIP'], call: Call = {}) {
    await api('POST', `/contacts/by-phone/${phone}`, call)
    await api('POST', `/contacts/by-phone/${phone}/groups/${group}`, call)
  }

  /** A second account, in which Ann has opted in too. */
  async function openPoor(changes: object = {}) {
    const account = {
      name: 'Poor',
      apiKeys: [POOR],
      numbers: [{ number: POORS }],
      groups: [{ name: 'All' }],
      ...changes,
    }
    const { body } = await fixture.admin('POST', '/apply', { body: { account } })
    await enroll(ANN, body.groups[0].id, AS_POOR)
  }

  await enroll(ANN)
  return {
    ...fixture,
    ...adapters,
    provider,
    groups,
    declare,
    enroll,
    send,
    openPoor,
    sendOfPoor: (fields: object = {}) => send({ from: POORS, ...fields }, AS_POOR),
    previewOfPoor: (fields: object = {}) => {
      const body = { kind: 'message', request: { ...SMS, from: POORS, ...fields } }
      return api('POST', '/messaging/preview', { body, ...AS_POOR })
    },
    read: async (id: string) => (await api('GET', `/messaging/message/${id}`)).body,
    credits: async () => (await api('GET', '/account/credits')).body,
    textFrom: (from: string, body: string) =>
      useCases.receiveInbound.execute({ from, to: FROM, body, mediaUrl: null, providerId: `${from} ${body}` }),
    runJobs: () => useCases.runDueJobs.execute({ lane: 'quick', jobsMax: 10, onFailure: () => {} }),
  }
}

export const AS_POOR = { headers: authorized(POOR) }

const NUMBERS = [{ number: FROM }, { number: SHORT_CODE, mms: false }, { number: INACTIVE, status: 'inactive' }]
