import { UserError } from './user-error.js'

/** The OpenID Connect issuer at which people may sign in. */
export type OidcConfig = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** As the sign-in page calls the issuer. */
  readonly name: string
}

type Given = Readonly<
  Record<
    'CARILLON_OIDC_ISSUER' | 'CARILLON_OIDC_CLIENT_ID' | 'CARILLON_OIDC_CLIENT_SECRET' | 'CARILLON_OIDC_NAME',
    string | undefined
  >
>

/** Null if no issuer is set. */
export function oidcConfigOf(given: Given): OidcConfig | null {
  const {
    CARILLON_OIDC_ISSUER: issuer,
    CARILLON_OIDC_CLIENT_ID: clientId,
    CARILLON_OIDC_CLIENT_SECRET: clientSecret,
    CARILLON_OIDC_NAME: name,
  } = given
  if ([issuer, clientId, clientSecret, name].every((value) => value === undefined)) return null
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    throw new UserError(
      'CARILLON_OIDC_ISSUER, CARILLON_OIDC_CLIENT_ID and CARILLON_OIDC_CLIENT_SECRET belong together: expected all of them, or none',
    )
  }
  return { issuer, clientId, clientSecret, name: name ?? new URL(issuer).hostname }
}

/** HTTPS, except for an issuer on this machine. */
export function isIssuerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username } = new URL(text)
  const isPlain = search === '' && hash === '' && username === ''
  return isPlain && (protocol === 'https:' || (protocol === 'http:' && LOOPBACK.test(hostname)))
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/
