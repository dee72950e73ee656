import { IssuerUnavailable, type FlowChecks, type IdentityProvider } from '@carillon/http'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type Configuration,
} from 'openid-client'
import type { OidcConfig } from '../settings/oidc-config.js'

const TIMEOUT_SECONDS = 10
/** Each takes a connection to the issuer, and anybody can begin a flow. */
const EXCHANGES_MAX = 20

/**
 * An OpenID Connect issuer. It is asked for its endpoints and keys at the first sign-in, so that the service starts
 * without it.
 */
export class OpenIdIssuer implements IdentityProvider {
  readonly name: string
  private found: Promise<Configuration> | null = null
  private exchanges = 0

  constructor(private readonly config: OidcConfig) {
    this.name = config.name
  }

  async begin(redirectUri: string) {
    const configuration = await this.configuration()
    const checks = { state: randomState(), nonce: randomNonce(), codeVerifier: randomPKCECodeVerifier() }
    const url = buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    })
    return { url: url.href, checks }
  }

  async finish(callbackUrl: string, { state, nonce, codeVerifier }: FlowChecks) {
    if (this.exchanges >= EXCHANGES_MAX) throw new IssuerUnavailable('Too many people sign in at the issuer at once')
    this.exchanges++
    try {
      const tokens = await authorizationCodeGrant(await this.configuration(), new URL(callbackUrl), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      })
      const { iss: issuer, sub: subject } = tokens.claims()!
      return { issuer, subject }
    } finally {
      this.exchanges--
    }
  }

  /** A failure is not kept: the next sign-in asks again. */
  private async configuration(): Promise<Configuration> {
    this.found ??= discover(this.config).catch((error: unknown) => {
      this.found = null
      const reason = error instanceof Error ? error.message : String(error)
      throw new IssuerUnavailable(`The OpenID Connect issuer ${this.config.issuer} cannot be used: ${reason}`, {
        cause: error,
      })
    })
    return this.found
  }
}

function discover({ issuer, clientId, clientSecret }: OidcConfig): Promise<Configuration> {
  const url = new URL(issuer)
  // The settings accept plain HTTP only for an issuer on this machine.
  const execute = url.protocol === 'http:' ? [allowInsecureRequests] : []
  return discovery(url, clientId, clientSecret, undefined, { timeout: TIMEOUT_SECONDS, execute })
}
