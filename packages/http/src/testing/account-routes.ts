import { afterEach } from '@jest/globals'
import express from 'express'
import { basicAuthentication } from '../api/authentication.js'
import { completeEnvironment } from '../api/complete-environment.js'
import { routerOf, type Route } from '../api/route.js'
import { KEY, authorized, listen, type Call, type Json, type TestApi } from './test-api.js'

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/**
 * Serves routes of the dashboard for the account Acme, without sessions and roles: these have tests of their own. Returns
 * a function that calls them.
 */
export async function serveAccountRoutes({ useCases }: Pick<TestApi, 'useCases'>, routes: readonly Route[]) {
  const environment = completeEnvironment({})
  const app = express()
  app.use(
    routerOf({
      prefix: '',
      routes,
      authenticate: basicAuthentication(useCases.authenticate, environment),
      limiter: null,
      environment,
    }),
  )
  const { url, close } = await listen(app)
  open.push(close)
  return async (method: string, path: string, { body, raw, headers }: Call = {}) => {
    const type = raw === undefined && body !== undefined ? { 'content-type': 'application/json' } : {}
    const response = await fetch(url + path, {
      method,
      headers: { ...type, ...authorized(KEY), ...headers },
      body: raw ?? (body === undefined ? null : JSON.stringify(body)),
      ...(raw instanceof ReadableStream ? { duplex: 'half' } : {}),
    } as RequestInit)
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') && text !== ''
    const json: Json = isJson ? JSON.parse(text) : undefined
    return { status: response.status, headers: response.headers, text, body: json }
  }
}
