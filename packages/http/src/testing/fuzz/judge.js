import { beyondSchemas } from './values/beyond-schemas.js'
import { codesOf } from './codes.js'
import { brokenRule } from './rules.js'
import { schemasOf } from './values/schemas.js'

const DEPTH_MAX = 32
/** The service accepts 16 KB of path and headers. */
const HEAD_MAY_BE_TOO_LONG = 12 * 1024
/** Statuses for input that never became a request of an operation. */
const OF_ANY = [400, 417, 431]
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/

/**
 * Reports the faults of a response. The document must declare the response for the operation. The response must not be
 * a success if the document or the kind of request forbids it. A refusal of a valid request must have a known reason.
 */
export function judgeBy(document, { mark }) {
  const { requestFaults, answerFaults } = schemasOf(document)
  const codes = codesOf(document)

  /** `things` are the objects of the account that the request was sent for. */
  function judge(request, answer, things) {
    const { status, headers, text } = answer
    if (status === 0) return [`nothing came back: ${text}`]
    const faults = []
    if (status >= 500) faults.push(`${status} is no answer to a request`)
    if (headers['x-request-id'] === undefined) faults.push('it has no X-Request-Id')
    if (headers['x-injected'] !== undefined) faults.push('the request has put a header into the answer')
    if (text.includes(mark) && !seesAll(request)) faults.push('it tells something of another account')
    if (request.status !== undefined && status !== request.status && !isTooLong(request, status))
      faults.push(`it is not ${request.status}`)
    faults.push(...promised(request, answer))
    const isSuccess = status < 400
    const wrong = wrongWith(request)
    const ruled = wrong === null ? forbiddenBy(request, things) : null
    if (isSuccess && ruled !== null && !isReplay(answer)) faults.push(`it is a success, though ${ruled}`)
    if (isSuccess && wrong !== null && !(request.isReplayable && isReplay(answer)))
      faults.push(`it is a success, though ${wrong}`)
    if (status === 400 && wrong === null && !request.operation?.isBeside && request.reading !== null)
      faults.push(...unexplained(text))
    return faults
  }

  /** The differences between the response and its declaration in the document. */
  function promised({ operation, method }, { status, headers, text }) {
    if (operation?.isBeside) return []
    if (operation === null) return status < 400 || method === 'HEAD' ? [] : envelope(status, headers, text)
    // A conditional request for a response with an ETag.
    if (status === 304 && headers.etag !== undefined) return text === '' ? [] : ['it has a body']
    const response = operation.responses[status]
    if (response === undefined) {
      return OF_ANY.includes(status) ? envelope(status, headers, text) : [`${status} is not documented`]
    }
    const missing = response.headers
      .filter(({ name, required }) => required && headers[name.toLowerCase()] === undefined)
      .map(({ name }) => `the header ${name} is missing`)
    const types = Object.keys(response.contents)
    if (types.length === 0) return [...missing, ...(text === '' ? [] : ['it has a body'])]
    const type = (headers['content-type'] ?? '').split(';')[0]
    const content = response.contents[type]
    if (content === undefined) return [...missing, `the type ${type} is not documented`]
    const bodies = type === 'application/x-ndjson' ? text.split('\n').filter(Boolean) : [text]
    const wrong = bodies.flatMap((body) => valueFaults(type, body, content))
    return [
      ...missing,
      ...wrong,
      ...(status >= 400 && type === 'application/json' ? envelope(status, headers, text) : []),
    ]
  }

  function valueFaults(type, body, { place }) {
    if (!type.includes('json')) return answerFaults(place, body)
    const value = parsed(body)
    return value === undefined ? ['it is not JSON'] : answerFaults(place, value)
  }

  function envelope(status, headers, text) {
    // The pages of the opt-in form are for people; only the status reports the error.
    if (headers['content-type']?.startsWith('text/html')) return []
    const problem = parsed(text)
    if (problem === undefined) return ['it is refused without the envelope']
    const faults = answerFaults('/components/schemas/Error', problem)
    if (faults.length > 0) return faults
    if (problem.status !== status) return [`the envelope says ${problem.status}`]
    return codes.get(problem.code) === status ? [] : [`${problem.code} does not go with ${status}`]
  }

  /** Why the request must not succeed; null if it may. */
  function wrongWith({ operation, never, reading, path }) {
    if (never !== null) return never
    if (operation === null || operation.isBeside || reading === null) return null
    const query = new URLSearchParams(path.split('?').slice(1).join('?'))
    for (const { name, where, schema, place, required } of operation.parameters) {
      const given = where === 'path' ? reading.params[name] : where === 'query' ? query.get(name) : null
      if (given === null || (given === '' && schema.type !== 'integer')) {
        if (required && where === 'query') return `${name} is missing`
        continue
      }
      const [fault] = requestFaults(place, coerced(given, schema))
      if (fault !== undefined) return `${name} ${fault}`
    }
    return reading.isJson ? wrongWithJson(operation, reading.json === undefined ? {} : reading.json) : null
  }

  /** The rule of the service that the request breaks. */
  function forbiddenBy({ operation, reading, method }, things) {
    if (operation === null || reading === null || method !== operation.method) return null
    return brokenRule(operation, reading, things)
  }

  function wrongWithJson(operation, json) {
    // Values that JSON cannot express are not sent.
    const value = JSON.parse(JSON.stringify(json))
    const [fault] = requestFaults(operation.bodies['application/json'].place, value)
    return fault === undefined ? wrongAnywhere(value, 1) : `the body ${fault}`
  }

  return judge

  /** The fault of a 400 for a request that the schemas allow, unless a rule that no schema can express explains it. */
  function unexplained(text) {
    const problem = parsed(text)
    if (problem === undefined || beyondSchemas(problem)) return []
    return [`the schemas allow what is refused: ${problem.message}`]
  }
}

/** A long path is refused before the request is read, whatever else is wrong with it. */
function isTooLong({ path }, status) {
  return status === 431 && path.length > HEAD_MAY_BE_TOO_LONG
}

/** Whether this is the stored response to an earlier request with the same key: such a request is not checked. */
function isReplay({ headers }) {
  return headers['idempotent-replayed'] === 'true'
}

/** Whether data of every account may appear: in admin responses, except on paths that name an account. */
function seesAll({ operation, path }) {
  const at = operation?.path ?? path
  return at.startsWith('/admin/') && !at.startsWith('/admin/v1/accounts/{name}')
}

/** Which rule this value breaks, of those that apply to every body but are in no schema; null if none. */
function wrongAnywhere(value, depth) {
  if (typeof value === 'string') return isStorable(value) ? null : 'a text has NUL or half of a surrogate pair'
  if (typeof value !== 'object' || value === null) return null
  if (depth > DEPTH_MAX) return 'it is nested too deep'
  for (const [name, inner] of Object.entries(value)) {
    const wrong = isStorable(name) ? wrongAnywhere(inner, depth + 1) : 'a name has NUL or half of a surrogate pair'
    if (wrong !== null) return wrong
  }
  return null
}

function isStorable(text) {
  return !text.includes('\u0000') && !HALF.test(text)
}

/** Converts a parameter to the type in its schema. */
function coerced(text, { type }) {
  if (type === 'integer') return /^\d+$/.test(text) ? Number(text) : text
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text
  return text
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
