import { expect } from '@jest/globals'
import { rawRequest } from './raw-request.js'

export const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'

/** Follows a link as a phone does. `url` is the URL from the text, with any host. */
export async function tap(service: string, url: string, headers: object = { 'user-agent': IPHONE }) {
  const { host, pathname: path } = new URL(url)
  expect((await rawRequest(service, { path, headers: { host, ...headers } })).status).toBe(302)
}
