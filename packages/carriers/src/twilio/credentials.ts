import type { TwilioSettings } from './settings.js'
import type { Secrets } from '../http/carrier-text.js'

/** The `authorization` header of each request: the API key if there is one, else the account and its token. */
export function authorizationOf(settings: TwilioSettings): string {
  const { apiKey, apiSecret } = settings
  if (apiKey === undefined && apiSecret === undefined) return accountAuthorizationOf(settings)
  if (apiKey === undefined || apiSecret === undefined) {
    throw new Error('Twilio: got only one of apiKey and apiSecret, expected both or neither')
  }
  return basic(apiKey, apiSecret)
}

export function accountAuthorizationOf({ accountSid, authToken }: TwilioSettings): string {
  return basic(accountSid, authToken)
}

/** What no message may show. */
export function secretsOf({
  authToken,
  previousAuthToken,
  apiSecret,
}: Pick<TwilioSettings, 'authToken' | 'previousAuthToken' | 'apiSecret'>): Secrets {
  return [authToken, previousAuthToken, apiSecret]
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
