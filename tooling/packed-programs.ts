// Programs of a user who has installed the packages. They compile and run in a separate project.

/** Runs the programs of the READMEs in order, and calls the apps that they export. */
export const IMPORTING = `
import { once } from 'node:events'
await import('./core.readme.mjs')
await import('./memory.readme.mjs')
await import('./node.readme.mjs')
await import('./container.readme.mjs')
await import('./webhooks.readme.mjs')
await import('./carriers.readme.mjs')
await import('./smpp.readme.mjs')
await import('./postgres.readme.mjs')
const call = async (app, path, headers) => {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch('http://127.0.0.1:' + server.address().port + path, { headers })
  server.close()
  return answer
}
const authorization = 'Basic ' + btoa('acme:at-least-16-characters')
const http = await import('./http.readme.mjs')
console.log('texting', await (await call(http.app, '/texting/api/v1/account/credits', { authorization })).text())
const { app } = await import('./dashboard.readme.mjs')
const opened = await call(app, '/console/a/acc_1', {})
const script = /src="\\.\\/\\.\\.(\\/assets\\/index[^"]+)"/.exec(await opened.text())[1]
const loaded = await call(app, '/console' + script, {})
const refused = await call(app, '/console/api/v1/session', {})
console.log('console', ...[opened, loaded].flatMap(({ status, headers }) => [status, headers.get('content-type')]), refused.status)
const sim = await import('./fake-sms.readme.mjs')
const page = await call(sim.app, '/sim', {})
console.log('sim', page.status, page.headers.get('content-type'))
`

/** A similar program in CommonJS, which loads the ES modules with `require`. */
export const REQUIRING = `
const { once } = require('node:events')
const { createCarillon, parsePhoneNumber } = require('@carillon/core')
const { publicApi } = require('@carillon/http')
const { inMemory } = require('@carillon/memory')
const express = require('express')
for (const name of Object.keys(require('./package.json').dependencies)) {
  if (!name.startsWith('@carillon/') || name === '@carillon/contracts') continue
  if (name !== '@carillon/dashboard') require(name)
  require(name + '/package.json')
}

async function main() {
  const adapters = inMemory()
  const useCases = createCarillon({ adapters })
  const [from, phone] = ['+12025550100', parsePhoneNumber('+12025550123')]
  const declaration = { name: 'Acme', credits: { sms: 10 }, numbers: [{ number: from }], groups: [{ name: 'VIP' }] }
  const { account, parts } = await useCases.applyAccount.execute({ declaration, prune: false })
  await useCases.createContact.execute({ account, phone, fields: {} })
  await useCases.joinGroup.execute({ account, phone, group: parts.groups[0].id, mode: 'DIRECT' })
  const text = { from, to: phone, body: 'Hi Ann', mediaUrl: null, idempotencyKey: null }
  await useCases.sendMessage.execute({ account, ...text })
  console.log('sent', adapters.provider.sent[0].body)

  const server = express().use('/texting', publicApi({ useCases })).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const answer = await fetch('http://127.0.0.1:' + server.address().port + '/texting/account/credits')
  console.log('GET /texting/account/credits', answer.status)
  server.close()
}
main()
`

/** A custom provider, and types that are passed from one package to another. */
export const TYPED = `
import { createCarillon, DomainError, type Adapters, type Submission, type UseCases } from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { onPostgres } from '@carillon/postgres'
import { shortLinks } from '@carillon/http'
import { describeSmsProvider, type TestSmsProvider } from '@carillon/contracts'
import express from 'express'
import knex from 'knex'

const provider: Adapters['provider'] = {
  deduplicates: false,
  canBeAsked: false,
  submit: async (texts: readonly Submission[]) => texts.map(() => ({ kind: 'try-later' as const, afterMs: null })),
  find: async (references) => references.map(() => ({ kind: 'never-seen' as const })),
}
const stored = onPostgres({ knex: knex({ client: 'pg' }), clock: inMemory().clock })
const useCases: UseCases = createCarillon({ adapters: { ...inMemory(), ...stored, provider } })
express().use('/go', shortLinks(useCases))
export const open: Parameters<typeof describeSmsProvider>[0] = async (): Promise<TestSmsProvider> => {
  // @ts-expect-error: there is no such code; if the types were not found, any code would be allowed
  throw new DomainError('no-such-code', 'what is typed is checked')
}
`

export const TYPED_REQUIRE = `
import core = require('@carillon/core')
export const parse: (text: string) => string = core.parsePhoneNumber
`

/** An app that is shipped as a single file. */
export const BUNDLED = `
import { once } from 'node:events'
import { createCarillon } from '@carillon/core'
import { FakeSms, simRouter } from '@carillon/fake-sms'
import { docsPages, optInForm, publicApi } from '@carillon/http'
import { inMemory } from '@carillon/memory'
import express from 'express'

async function main() {
  const adapters = inMemory()
  const useCases = createCarillon({ adapters })
  const fakeSms = new FakeSms(adapters)
  const receive = async () => ({ isHandled: false })
  const options = { fakeSms, clock: adapters.clock, docsUrl: '/docs/errors', receiveInbound: receive, receiveReceipt: receive }
  const app = express().use('/sim', simRouter(options)).use('/docs', docsPages())
  app.use('/api/v1', publicApi({ useCases })).use('/join', optInForm({ useCases }))
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  for (const path of process.argv.slice(2)) {
    const answer = await fetch('http://127.0.0.1:' + server.address().port + path)
    console.log(path, answer.status, answer.headers.get('content-type'), (await answer.text()).length > 200)
  }
  server.close()
}
main()
`
