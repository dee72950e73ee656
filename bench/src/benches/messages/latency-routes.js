import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { basic } from '../../shared/service.js'

const OPENAPI = new URL('../../../../packages/http/openapi.yaml', import.meta.url)
const PREFIX = '/api/v1'

/** The queries that some routes require, by operation of the OpenAPI document. */
const QUERIES = {
  searchContacts: 'q=0123',
  explainKeyword: 'text=stop+it',
  listOccurrences: `from=${dayFromNow(1)}&to=${dayFromNow(8)}`,
  searchAccount: 'q=sale',
}

/** Routes that write and can be repeated at any time. */
const WRITES = {
  sendMessage: ({ phone, from }) => ({ to: phone, from, body: 'Your table is ready.' }),
  updateContact: () => ({ firstName: 'Ann' }),
  changeConversation: () => ({ status: 'closed' }),
  previewSend: ({ phone, from }) => ({ kind: 'message', request: { to: phone, from, body: 'Your table is ready.' } }),
}

/** Every public route that reads, and some that write. `requestOf` makes the request of an account. */
export async function publicRoutes() {
  const { paths } = parse(await readFile(OPENAPI, 'utf8'))
  return Object.entries(paths)
    .filter(([path]) => path.startsWith(`${PREFIX}/`))
    .flatMap(([path, item]) => Object.entries(item).map(([method, { operationId }]) => ({ path, method, operationId })))
    .filter(({ method, operationId }) => method === 'get' || operationId in WRITES)
    .map(({ path, method, operationId }) => ({
      name: `${method.toUpperCase()} ${path.slice(PREFIX.length)}`,
      operationId,
      requestOf: (account) => requestOf(account, { path, method, operationId }),
    }))
}

function requestOf(account, { path, method, operationId }) {
  const body = WRITES[operationId]?.(account)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(account.ids[idIn(name, path)]))
  const query = QUERIES[operationId]
  return {
    path: query === undefined ? filled : `${filled}?${query}`,
    method: method.toUpperCase(),
    headers: { authorization: basic(account.key), ...(body && { 'content-type': typeOf(method) }) },
    ...(body && { body: JSON.stringify(body) }),
  }
}

/** A batch has the parameters of a broadcast. */
function idIn(name, path) {
  return name === 'broadcastId' && path.includes('/batch/') ? 'batchId' : name
}

function typeOf(method) {
  return method === 'patch' ? 'application/merge-patch+json' : 'application/json'
}

function dayFromNow(days) {
  return new Date(Date.now() + days * 86_400_000).toISOString().replace(/\.\d+/, '')
}
