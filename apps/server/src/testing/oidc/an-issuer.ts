import { createServer, type Server } from 'node:http'
import type { AccountClaims } from 'oidc-provider'
import { listen, type Address } from '../../listening/listening.js'

export type IssuerOptions = {
  readonly url: string
  readonly address: Address
  readonly clientId: string
  readonly clientSecret: string
  readonly redirectUri: string
}

/** A real OpenID Connect issuer, at which the test decides who signs in. */
export async function anIssuer({ url, address, clientId, clientSecret, redirectUri }: IssuerOptions) {
  let person: { readonly subject: string; readonly claims: object } | null = null
  const restore = silenced()
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(url, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] }],
    cookies: { keys: ['a-cookie-key-for-tests'] },
    claims: { openid: ['sub', 'email', 'email_verified'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...person?.claims }) as AccountClaims,
    }),
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    // Nobody is asked what the service may read.
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session!.accountId! })
      grant.addOIDCScope('openid')
      await grant.save()
      return grant
    },
  })
  restore()
  const handle = provider.callback()
  const open = (): Promise<{ stop: (given: { graceMs: number }) => Promise<void> }> => {
    const server: Server = createServer((req, res) => {
      if (!req.url!.startsWith('/interaction/')) return void handle(req, res)
      const result =
        person === null
          ? { error: 'access_denied', error_description: 'The person has canceled' }
          : { login: { accountId: person.subject, remember: false } }
      void provider.interactionFinished(req, res, result, { mergeWithLastSubmission: false })
    })
    return listen(server, address)
  }
  let listening = await open()
  return {
    /** The next sign-ins are by this person; null: the person cancels. */
    signInAs: (subject: string | null, claims: object = {}) => {
      person = subject === null ? null : { subject, claims }
    },
    pause: () => listening.stop({ graceMs: 0 }),
    resume: async () => {
      listening = await open()
    },
    stop: () => listening.stop({ graceMs: 0 }),
  }
}

/** The library warns of keys and stores that are for tests only, and of this version of Node. */
function silenced(): () => void {
  const { warn } = console
  console.warn = () => {}
  return () => {
    console.warn = warn
  }
}
