import { expect } from '@jest/globals'
import { rawRequest } from './raw-request.js'

export const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'

/** As somebody does on a phone, who is then led on: `url` is as it stood in the text, whatever host it names. */
export async function tap(service: string, url: string, headers: object = { 'user-agent': IPHONE }) {
  const { host, pathname: path } = new URL(url)
  expect((await rawRequest(service, { path, headers: { host, ...headers } })).status).toBe(302)
}
