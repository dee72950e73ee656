import type { Adapters } from '@carillon/core'
import type { CreateApiOptions } from '../create-api.js'
import { openMessaging } from './messaging-fixture.js'

/** A number that is unknown to every account. */
export const EVE = '+12025550166'

/** Acme with its forms, and functions that use them as a browser does. */
export async function openForms<A extends Adapters>(adapters: A, options: Partial<CreateApiOptions> = {}) {
  const fixture = await openMessaging(adapters, options)
  const { provider, runJobs, url, groups } = fixture
  const start = `/opt-in/${groups['VIP']}`

  async function visit(path: string, init: RequestInit = {}) {
    const response = await fetch(url + path, { redirect: 'manual', ...init })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, title: /<title>(.*)<\/title>/.exec(text)?.[1] }
  }

  const post = (
    path: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ) => visit(path, { method: 'POST', body: new URLSearchParams(fields), headers })

  /** Posts the form as the page does, with the given changes. */
  const ask = (fields: Readonly<Record<string, string>> = {}, headers: Readonly<Record<string, string>> = {}) =>
    post(start, { version: '1', phone: EVE, consent: 'yes', website: '', ...fields }, headers)

  return {
    ...fixture,
    start,
    visit,
    post,
    ask,
    /** The path of a new entry. */
    enter: async (fields: Readonly<Record<string, string>> = {}) => (await ask(fields)).headers.get('location')!,
    /** The code in the latest text to the phone. */
    codeOn: async (phone: string) => {
      while ((await runJobs()) > 0);
      const text = provider.submitted.filter(({ to }) => to === phone).at(-1)?.body ?? ''
      return /\d{6}/.exec(text)?.[0] ?? null
    },
  }
}

/** The tag of the element with this id. */
export function tagOf(text: string, id: string): string {
  return (new RegExp(`<[a-z]+\\s[^>]*\\bid="${id}"[^>]*>`).exec(text)?.[0] ?? '').replace(/\s+/g, ' ')
}
