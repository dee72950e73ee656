import { parse } from 'yaml'
import type { GatewayDescription } from '../description.js'
import { PASSWORD, USER, type Form } from './test-gateway.js'

export const HMAC_SECRET = 'an-hmac-secret-of-a-gateway'
export const URL_SECRET = 'a-secret-in-a-url-0123456789'

/** The description of the test gateway in one of its forms, as an operator would write it. */
export function testDescription(form: Form, url: string): GatewayDescription {
  const source = FILES[form]
    .replaceAll('${URL}', url)
    .replaceAll('${USER}', USER)
    .replaceAll('${PASSWORD}', PASSWORD)
    .replaceAll('${TOKEN}', Buffer.from(PASSWORD).toString('base64'))
    .replaceAll('${HMAC_SECRET}', HMAC_SECRET)
    .replaceAll('${URL_SECRET}', URL_SECRET)
  return parse(source) as GatewayDescription
}

const FILES: Readonly<Record<Form, string>> = {
  form: `
submit:
  url: \${URL}/send
  contentType: application/x-www-form-urlencoded
  body:
    user: \${USER}
    password: \${PASSWORD}
    to: "{{to_digits}}"
    from: "{{from_digits}}"
    text: "{{text}}"
    ref: "{{reference}}"
    media: "{{media_url}}"
  answers:
    - when: { pattern: "^OK " }
      outcome: taken
      id: { pattern: 'OK (\\S+)' }
    - when: { pattern: "ERROR E21" }
      outcome: refused
      type: invalid_destination
      code: { pattern: 'ERROR (\\w+)' }
      message: { pattern: ': (.*)' }
    - when: { status: 503, pattern: "try again later" }
      outcome: throttled
probe:
  method: GET
  url: \${URL}/status
  good: { pattern: running }
receipts:
  check: { kind: basic, username: gateway, password: "\${HMAC_SECRET}" }
  reference: { form: ref }
  id: { form: id }
  status: { form: status }
  statuses: { DELIVRD: delivered, ENROUTE: pending, UNDELIV: carrier_rejected, EXPIRED: expired }
  code: { form: err }
  codes: { "021": invalid_destination }
  at: { form: time }
  atFormat: seconds
  reply: { contentType: text/plain, body: ACK }
inbound:
  check: { kind: basic, username: gateway, password: "\${HMAC_SECRET}" }
  from: { form: from }
  to: { form: to }
  text: { form: text }
  media: { form: media }
  id: { form: id }
  addPlus: true
`,
  json: `
deduplicates: true
canBeAsked: true
submit:
  url: \${URL}/v2/messages
  headers: { authorization: "Bearer \${TOKEN}" }
  contentType: application/json
  body:
    to: ["{{to_digits}}"]
    from: "{{from_digits}}"
    content: { text: "{{text}}", media: ["{{media_url}}"] }
    ref: "{{reference}}"
    parts: 1
  answers: &answers
    - when: { status: 201, path: "$.messages[0].status", is: queued }
      outcome: taken
      id: { path: "$.messages[0].id" }
    - when: { status: 422, path: $.error.code, is: E21 }
      outcome: refused
      type: invalid_destination
      code: { path: $.error.code }
      message: { path: $.error.message }
    - when: { status: 404, path: $.error.code, is: E04 }
      outcome: unknown
    - when: { status: 503 }
      outcome: throttled
ask:
  method: GET
  url: \${URL}/v2/messages/{{reference}}
  headers: { authorization: "Bearer \${TOKEN}" }
  answers:
    - when: { status: 404, path: $.error.code, is: E04 }
      outcome: never-seen
    - when: { status: 201 }
      outcome: taken
      id: { path: "$.messages[0].id" }
    - when: { status: 422, path: $.error.code, is: E21 }
      outcome: refused
      type: invalid_destination
      code: { path: $.error.code }
      message: { path: $.error.message }
receipts:
  check: &hmac
    kind: hmac
    algorithm: sha256
    secret: \${HMAC_SECRET}
    header: X-Signature
    prefix: "sha256="
    signs: "{{timestamp}}.{{body}}"
    timestamp: { header: X-Timestamp }
  each: "$.receipts[*]"
  reference: { path: $.ref }
  id: { path: $.id }
  status: { path: $.status }
  statuses: { delivered: delivered, sent: pending, failed: carrier_rejected }
  code: { path: $.error.code }
  message: { path: $.error.message }
  at: { path: $.at }
inbound:
  check: *hmac
  from: { path: $.from }
  to: { path: $.to }
  text: { path: $.text }
  media: { path: "$.media[*].url" }
  id: { path: $.id }
`,
  query: `
encodings: { gsm7: 0, ucs2: 2 }
submit:
  method: GET
  url: \${URL}/cgi-bin/send?user=\${USER}
  query:
    password: \${PASSWORD}
    to: "{{to_digits}}"
    from: "{{from_digits}}"
    text: "{{text}}"
    ref: "{{reference}}"
    media: "{{media_url}}"
    coding: "{{encoding}}"
    dlr: "{{receipt_url}}"
  answers:
    - when: { status: 202, pattern: "^0: " }
      outcome: taken
      id: { header: X-Message-Id }
    - when: { status: 403, pattern: Not routable }
      outcome: refused
      type: invalid_destination
      code: { pattern: ': (\\w+)' }
    - when: { status: 503 }
      outcome: throttled
receipts:
  check: &hmac
    kind: hmac
    algorithm: sha512
    encoding: base64
    secret: \${HMAC_SECRET}
    header: X-Signature
    signs: "{{url}}|{{body}}"
  query: ref={{reference}}&status=%d
  reference: { query: ref }
  id: { query: id }
  status: { query: status }
  statuses: { "1": delivered, "2": carrier_rejected, "8": pending }
inbound:
  check: *hmac
  from: { query: from }
  to: { query: to }
  text: { query: text }
  media: { query: media }
  id: { query: id }
  addPlus: true
`,
  xml: `
submit:
  url: \${URL}/xml
  basic: { username: "\${USER}", password: "\${PASSWORD}" }
  contentType: text/xml; charset=utf-8
  body: '<sms ref="{{reference}}"><to>{{to_digits}}</to><from>{{from_digits}}</from><text media="{{media_url}}">{{text}}</text></sms>'
  answers:
    - when: { pattern: "<id>" }
      outcome: taken
      id: { pattern: "<id>([^<]+)</id>" }
    - when: { pattern: '<error code="E21"' }
      outcome: refused
      type: invalid_destination
      code: { pattern: 'code="(\\w+)"' }
      message: { pattern: '<error[^>]*>([^<]*)', decode: xml }
    - when: { status: 503 }
      outcome: throttled
receipts:
  check: { kind: secret-in-path, secret: "\${URL_SECRET}" }
  reference: { pattern: '<ref>([^<]+)</ref>', decode: xml }
  status: { pattern: '<status>(\\w+)</status>' }
  statuses: { ok: delivered, bad: carrier_rejected }
`,
}
