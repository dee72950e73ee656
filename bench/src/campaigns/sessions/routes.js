import { ask } from './browser.js'

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const PREFIX = '/dashboard/api/v1'

/** Every operation of the dashboard's own document, as the service serves it. */
export async function readRoutes(url) {
  const { body } = await ask(url, { path: '//dashboard/openapi.json' })
  const resolved = (node) => (node?.$ref === undefined ? node : at(body.components, node.$ref))
  return Object.entries(body.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const { requestBody, security } = item[method]
      const [type] = Object.keys(resolved(requestBody)?.content ?? {})
      return { method: method.toUpperCase(), path: path.slice(PREFIX.length), type, isOpen: security.length === 0 }
    }),
  )
}

function at(components, ref) {
  const [, , kind, name] = ref.split('/')
  return components[kind][name]
}

/** A request to the route for an account, with these objects in the path. Its body is valid JSON of the right type. */
export function requestTo({ method, path, type }, { account, objects = {} }) {
  const named = { account, ...objects }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(named[name] ?? 'x'))
  if (type === 'text/csv') {
    return { method, path: filled, body: 'phoneNumber\n+13035559999\n', headers: { 'content-type': type } }
  }
  return { method, path: filled, ...(type !== undefined && { body: {} }) }
}

/** Sends requests a few at a time, and returns the responses in order. */
export async function askAll(url, requests) {
  const responses = []
  for (let i = 0; i < requests.length; i += TOGETHER) {
    responses.push(...(await Promise.all(requests.slice(i, i + TOGETHER).map((request) => ask(url, request)))))
  }
  return responses
}

const TOGETHER = 8
