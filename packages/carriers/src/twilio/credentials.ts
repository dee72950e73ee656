import type { TwilioSettings } from './settings.js'

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

/** Removes our secrets from a text of the carrier, which may quote the request. */
export function withoutSecrets(text: string, { authToken, apiSecret }: TwilioSettings): string {
  return [authToken, apiSecret].reduce<string>(
    (rest, secret) => (secret ? rest.replaceAll(secret, '(secret)') : rest),
    text,
  )
}

function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}
