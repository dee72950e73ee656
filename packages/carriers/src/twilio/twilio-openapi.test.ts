import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { Ajv, type ValidateFunction } from 'ajv'
import { ACCOUNT_SID } from './testing/test-twilio.js'
import { aText, DEADLINE, twilioFixture } from './testing/twilio-fixture.js'

const ROOT = join(import.meta.dirname, '../../../..')
const FILE = '../shared/carriers/twilio-messages.openapi.json'
const hasDocument = existsSync(join(ROOT, FILE))

if (!hasDocument) process.stderr.write(`SKIPPED: Twilio's OpenAPI document is not at ${FILE}\n`)
// eslint-disable-next-line no-restricted-syntax -- The document is not part of the repository, so it can be missing.
const testOrSkip = hasDocument ? test : test.skip

const { open } = twilioFixture()

describe(`Twilio's OpenAPI document ${hasDocument ? '' : `(skipped, because it is not at ${FILE}) `}permits`, () => {
  testOrSkip('our requests, and the answers of the test carrier', async () => {
    const { request, answer } = readDocument()
    const mediaUrl = 'https://example.com/a.jpg'
    for (const settings of [{}, { messagingServiceSid: `MG${'ab'.repeat(16)}` }]) {
      const { carrier, connection } = await open(settings)
      const texts = [aText(), aText({ mediaUrl }), aText({ mediaUrl, body: '' })]
      await connection.provider.submit(texts, DEADLINE)
      expect(carrier.requests.map(({ body }) => faultsOf(request, fieldsOf(body)))).toEqual([null, null, null])
      expect(carrier.answers.map(({ status, json }) => [status, faultsOf(answer, json)])).toEqual([
        ...[201, 201, 201].map((status) => [status, null]),
      ])
    }
  })

  testOrSkip('the path, and the form of the account in the path', async () => {
    const { path, account } = readDocument()
    const { carrier, connection } = await open()
    await connection.provider.submit([aText()], DEADLINE)
    expect(carrier.requests[0]!.path).toBe(path.replace('{AccountSid}', ACCOUNT_SID))
    expect(faultsOf(account, ACCOUNT_SID)).toBeNull()
  })

  testOrSkip('no other fields and forms', () => {
    const { request, answer } = readDocument()
    const message = { To: '+12025550101', From: '+12025550199', Body: 'Hello' }
    expect(faultsOf(request, message)).toBeNull()
    for (const wrong of [{ Text: 'Hello' }, { StatusCallback: 'nowhere' }, { MessagingServiceSid: 'MG1' }]) {
      expect(faultsOf(request, { ...message, ...wrong })).not.toBeNull()
    }
    expect(faultsOf(request, { To: message.To, Body: message.Body })).not.toBeNull()
    expect(faultsOf(request, { To: message.To, From: message.From })).not.toBeNull()
    expect(faultsOf(answer, { sid: 'SM1' })).not.toBeNull()
  })
})

const PATH = '/2010-04-01/Accounts/{AccountSid}/Messages.json'

type Schema = { readonly properties: object; readonly required?: readonly string[] }

/** The validators of the operation that creates a message. */
function readDocument() {
  const document = JSON.parse(readFileSync(join(ROOT, FILE), 'utf8'))
  const ajv = new Ajv({ strict: false, allErrors: true, formats: FORMATS }).addSchema(document, 'twilio')
  const { post } = document.paths[PATH]
  const form: Schema = post.requestBody.content['application/x-www-form-urlencoded'].schema
  const conditions: readonly (readonly string[])[] = post['x-twilio'].conditional
  const message: Schema = document.components.schemas['api.v2010.account.message']
  expect(post.responses['201'].content['application/json'].schema.$ref).toContain('/api.v2010.account.message')
  const compile = (schema: object) => ajv.compile(withWholeReferences(schema) as object)
  return {
    path: PATH,
    account: compile(post.parameters[0].schema),
    /** With no other fields, and at least one field of each condition. */
    request: compile({
      ...form,
      additionalProperties: false,
      allOf: conditions.map((names) => ({ anyOf: names.map((name) => ({ required: [pascalCase(name)] })) })),
    }),
    /** With every field, and no other. */
    answer: compile({ ...message, additionalProperties: false, required: Object.keys(message.properties) }),
  }
}

const FORMATS = {
  'phone-number': /^\+[1-9]\d{6,14}$/,
  'date-time-rfc-2822': /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000$/,
  'date-time': true,
  currency: /^[A-Z]{3}$/i,
  uri: (text: string) => URL.canParse(text),
  'uri-map': true,
} as const

/** References within the document, as seen from a part of it. */
function withWholeReferences(schema: object): unknown {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"twilio#/components/'))
}

function pascalCase(name: string): string {
  return name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** A field that can be repeated is a list. */
function fieldsOf(body: string): object {
  const form = new URLSearchParams(body)
  const fields = Object.fromEntries(form)
  return form.has('MediaUrl') ? { ...fields, MediaUrl: form.getAll('MediaUrl') } : fields
}

function faultsOf(validate: ValidateFunction, value: unknown): string | null {
  return validate(value) ? null : JSON.stringify(validate.errors)
}
