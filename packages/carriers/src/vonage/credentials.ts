import { createPrivateKey, createSign, randomUUID, type KeyObject } from 'node:crypto'
import type { Secrets } from '../http/carrier-text.js'
import type { VonageSettings } from './settings.js'

/** Vonage's own libraries use the same lifetime. */
const JWT_SECONDS = 900
/** A JWT is replaced this long before it expires, so that it is valid when the request arrives. */
const RENEWAL_SECONDS = 60

/** The `authorization` header of each request: a JWT if the settings name an application, else Basic. */
export function authorizationOf(settings: VonageSettings, now: () => number = Date.now): () => string {
  const { applicationId, privateKey } = settings
  if (applicationId === undefined && privateKey === undefined) return () => basicOf(settings)
  if (applicationId === undefined || privateKey === undefined) {
    throw new Error('Vonage: got only one of applicationId and privateKey, expected both or neither')
  }
  const key = readKey(privateKey)
  let jwt = ''
  let renewAt = 0
  return () => {
    const seconds = Math.floor(now() / 1_000)
    if (seconds >= renewAt) {
      jwt = signJwt(applicationId, key, seconds)
      renewAt = seconds + JWT_SECONDS - RENEWAL_SECONDS
    }
    return `Bearer ${jwt}`
  }
}

/** What no message may show. */
export function secretsOf(settings: Pick<VonageSettings, 'apiSecret' | 'signatureSecret'>): Secrets {
  return [settings.apiSecret, settings.signatureSecret]
}

export function basicOf({ apiKey, apiSecret }: Pick<VonageSettings, 'apiKey' | 'apiSecret'>): string {
  return `Basic ${Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')}`
}

function signJwt(applicationId: string, key: KeyObject, seconds: number): string {
  const head = encode({ typ: 'JWT', alg: 'RS256' })
  const claims = encode({
    application_id: applicationId,
    iat: seconds,
    exp: seconds + JWT_SECONDS,
    jti: randomUUID(),
  })
  const signature = createSign('RSA-SHA256').update(`${head}.${claims}`).sign(key, 'base64url')
  return `${head}.${claims}.${signature}`
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

function readKey(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new Error('Vonage: privateKey cannot be read, expected an RSA key in PEM')
  }
  if (key.asymmetricKeyType !== 'rsa') {
    throw new Error(`Vonage: privateKey is of type ${key.asymmetricKeyType}, expected an RSA key in PEM`)
  }
  return key
}
