import { FAILURE_TYPES } from './description.js'
import { isJsonPath } from './language/json-path.js'
import { MESSAGE_PLACEHOLDERS } from './message-values.js'
import { patternFaultOf } from './language/pattern.js'
import {
  boolean,
  checkBy,
  faultLine,
  fields,
  integer,
  isMap,
  isText,
  listOf,
  mapOf,
  oneOf,
  oneOrMany,
  scalar,
  text,
  variants,
  type Check,
} from './checks.js'
import { bodyFaultsOf, contentType, headers, template, url } from './template-checks.js'

/** Long and safe in a URL, for gateways that transform what they get. */
const SECRET_LENGTH_MIN = 16
const SOURCES = ['query', 'form', 'path', 'header']

const pattern: Check = (value, path) => {
  if (typeof value !== 'string') return [faultLine(path, value, 'a regular expression')]
  const fault = patternFaultOf(value)
  return fault === null ? [] : [faultLine(path, value, fault).replace('expected expected', 'expected')]
}
const jsonPath = checkBy(
  'a JSON path such as $.messages[0].id',
  (value) => typeof value === 'string' && isJsonPath(value),
)
const failureType = oneOf(FAILURE_TYPES)
const secret = checkBy('a text', isText, { hides: true })
const urlSecret = checkBy(
  `a secret of at least ${SECRET_LENGTH_MIN} letters, digits and the characters -._~`,
  (value) => typeof value === 'string' && value.length >= SECRET_LENGTH_MIN && /^[\w.~-]+$/.test(value),
  { hides: true },
)

const SELECTOR_FIELDS = {
  query: { check: text() },
  form: { check: text() },
  path: { check: jsonPath },
  header: { check: text() },
  pattern: { check: pattern },
  decode: { check: oneOf(['utf16-hex', 'utf8-hex', 'xml']) },
}
/** In an answer there are no parameters. */
const { query: _, form: __, ...ANSWER_SELECTOR_FIELDS } = SELECTOR_FIELDS
const values = oneOrMany(scalar)

const selectors = oneOrMany(selector(SELECTOR_FIELDS))
const answerSelectors = oneOrMany(selector(ANSWER_SELECTOR_FIELDS))
const valueCondition = selector({ ...SELECTOR_FIELDS, is: { check: values, isRequired: true } })

const conditionFields = fields({
  status: {
    check: oneOrMany(checkBy('a status such as 202 or "2xx"', (value) => /^[1-5](?:\d\d|xx)$/i.test(String(value)))),
  },
  pattern: { check: pattern },
  path: { check: jsonPath },
  is: { check: values },
})
const condition: Check = (value, path) => {
  const faults = conditionFields(value, path)
  if (faults.length > 0 || !isMap(value)) return faults
  if (Object.keys(value).length === 0) return [`${path}: got no condition, expected at least one`]
  return value['is'] !== undefined && value['path'] === undefined
    ? [`${path}.path: got nothing, but "is" needs the path of a value`]
    : []
}

const rule = (outcomes: readonly string[]) =>
  fields({
    when: { check: condition, isRequired: true },
    outcome: { check: oneOf(outcomes), isRequired: true },
    type: { check: failureType },
    id: { check: answerSelectors },
    code: { check: answerSelectors },
    message: { check: answerSelectors },
  })

const caller = variants({
  'secret-in-path': fields({ kind: { check: text() }, secret: { check: urlSecret, isRequired: true } }),
  'secret-in-query': fields({
    kind: { check: text() },
    secret: { check: urlSecret, isRequired: true },
    name: { check: checkBy('the name of a parameter', (value) => /^[\w.-]+$/.test(String(value))), isRequired: true },
  }),
  basic: fields({
    kind: { check: text() },
    username: { check: text(), isRequired: true },
    password: { check: secret, isRequired: true },
  }),
  hmac: fields({
    kind: { check: text() },
    secret: { check: secret, isRequired: true },
    algorithm: { check: oneOf(['sha1', 'sha256', 'sha512']), isRequired: true },
    header: { check: text(), isRequired: true },
    encoding: { check: oneOf(['hex', 'base64']) },
    prefix: { check: text() },
    signs: { check: template(['body', 'url', 'timestamp']) },
    timestamp: {
      check: fields({
        header: { check: text(), isRequired: true },
        unit: { check: oneOf(['seconds', 'milliseconds']) },
      }),
    },
  }),
})

const reply = fields({
  status: { check: integer(200, 299) },
  contentType: { check: text() },
  body: { check: checkBy('a text', (value) => typeof value === 'string') },
})

const receiptQuery: Check = (value, path) => {
  if (typeof value !== 'string' || /[\s#?]/.test(value)) {
    return [faultLine(path, value, 'the parameters of a URL, without spaces, ? and #')]
  }
  return template(MESSAGE_PLACEHOLDERS.filter((name) => name !== 'receipt_url'))(value, path)
}

const receipts = fields({
  check: { check: caller, isRequired: true },
  query: { check: receiptQuery },
  each: { check: jsonPath },
  reference: { check: selectors },
  id: { check: selectors },
  status: { check: selectors, isRequired: true },
  statuses: { check: mapOf(oneOf(['delivered', 'pending', ...FAILURE_TYPES])), isRequired: true },
  code: { check: selectors },
  codes: { check: mapOf(failureType) },
  message: { check: selectors },
  at: { check: selectors },
  atFormat: { check: oneOf(['iso', 'seconds', 'milliseconds']) },
  reply: { check: reply },
})

const inbound = fields({
  check: { check: caller, isRequired: true },
  each: { check: jsonPath },
  when: { check: valueCondition },
  from: { check: selectors, isRequired: true },
  to: { check: selectors, isRequired: true },
  text: { check: selectors, isRequired: true },
  media: { check: selectors },
  id: { check: selectors },
  at: { check: selectors },
  isAnswered: { check: valueCondition },
  addPlus: { check: boolean },
  reply: { check: reply },
})

const SUBMIT_OUTCOMES = ['taken', 'refused', 'opted-out', 'throttled', 'unknown']

export const checkDescription = fields({
  connections: { check: integer(1, 1_000) },
  deduplicates: { check: boolean },
  canBeAsked: { check: boolean },
  carrierAnswersKeywords: { check: boolean },
  encodings: { check: fields({ gsm7: { check: scalar }, ucs2: { check: scalar } }) },
  submit: { check: request(MESSAGE_PLACEHOLDERS, answers(SUBMIT_OUTCOMES)), isRequired: true },
  ask: { check: request(['reference'], answers([...SUBMIT_OUTCOMES, 'never-seen'])) },
  probe: { check: request([], { good: { check: condition, isRequired: true } }) },
  receipts: { check: receipts },
  inbound: { check: inbound },
})

function answers(outcomes: readonly string[]) {
  return { answers: { check: listOf(rule(outcomes)), isRequired: true } }
}

function request(placeholders: readonly string[], more: Parameters<typeof fields>[0]): Check {
  const check = fields({
    method: { check: oneOf(['GET', 'POST', 'PUT']) },
    url: { check: url(placeholders), isRequired: true },
    query: { check: mapOf(template(placeholders)) },
    headers: { check: headers(placeholders) },
    basic: {
      check: fields({ username: { check: text(), isRequired: true }, password: { check: secret, isRequired: true } }),
    },
    contentType: { check: contentType },
    body: { check: () => [] },
    ...more,
  })
  return (value, path) => [...check(value, path), ...(isMap(value) ? bodyFaultsOf(value, path, placeholders) : [])]
}

/** At most one source, and at least something. */
function selector(described: Parameters<typeof fields>[0]): Check {
  const check = fields(described)
  return (value, path) => {
    const faults = check(value, path)
    if (faults.length > 0 || !isMap(value)) return faults
    const given = SOURCES.filter((name) => value[name] !== undefined)
    const possible = SOURCES.filter((name) => described[name] !== undefined)
    if (given.length > 1) return [`${path}: got ${given.join(' and ')}, expected one of them`]
    const isEmpty = given.length === 0 && value['pattern'] === undefined
    return isEmpty ? [`${path}: got no place, expected one of ${[...possible, 'pattern'].join(', ')}`] : []
  }
}
