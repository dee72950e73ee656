import type { Identity } from '@carillon/core'

/** An OpenID Connect issuer, which identifies people. */
export interface IdentityProvider {
  /** As the sign-in page calls it. */
  readonly name: string
  /**
   * Where to send the browser, and what `finish` needs when the browser comes back to the redirect URI. Throws
   * `IssuerUnavailable`.
   */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: FlowChecks }>
  /**
   * Checks the response of the issuer against the checks, and returns who has signed in. `callbackUrl` is the redirect URI
   * with the parameters of the response. Throws if anything is wrong; nobody is identified then.
   */
  finish(callbackUrl: string, checks: FlowChecks): Promise<Identity>
}

/** Secrets that tie the response of the issuer to the browser that began the flow. */
export type FlowChecks = { readonly state: string; readonly nonce: string; readonly codeVerifier: string }

/** The issuer cannot be reached, or its settings are wrong. */
export class IssuerUnavailable extends Error {}
