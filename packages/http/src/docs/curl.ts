import {
  nameOf,
  resolve,
  type Body,
  type Media,
  type OpenApi,
  type Parameter,
  type Placed,
  type Schema,
} from './openapi.js'

/** A curl command that works when pasted, once the variables named on the page are set. */
export function curlOf(document: OpenApi, { method, path, operation }: Placed): string {
  const parameters = (operation.parameters ?? []).map((parameter) => resolve<Parameter>(document, parameter))
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((url, parameter) => url.replace(`{${parameter.name}}`, valueOf(document, parameter)), path)
  const parts = [
    `curl${method === 'get' ? '' : ` -X ${method.toUpperCase()}`}`,
    ...credentialsOf(operation.security ?? document.security),
    `"$CARILLON_URL${filled}"`,
    ...bodyOf(document, operation.requestBody === undefined ? null : resolve<Body>(document, operation.requestBody)),
  ]
  return parts.join(' ')
}

function credentialsOf(security: Placed['operation']['security']): readonly string[] {
  const [first] = security ?? []
  if (first === undefined) return []
  return 'basic' in first ? ['-u "$CARILLON_API_KEY"'] : ['-H "Authorization: Bearer $CARILLON_ADMIN_TOKEN"']
}

function valueOf(document: OpenApi, { name, example, schema = {} }: Parameter): string {
  const meant = resolve<Schema>(document, schema)
  const value = example ?? meant.example ?? meant.examples?.[0]
  return value === undefined ? name.toUpperCase() : encodeURIComponent(String(value))
}

function bodyOf(document: OpenApi, body: Body | null): readonly string[] {
  const [type, media] = Object.entries(body?.content ?? {})[0] ?? []
  if (type === undefined || media === undefined) return []
  const example = firstExampleOf(document, media)
  if (type === 'text/csv') return [`\\\n  -H 'Content-Type: ${type}' --data-binary @contacts.csv`]
  const data = quoted(typeof example === 'string' ? example : JSON.stringify(example ?? {}))
  return [`\\\n  -H 'Content-Type: ${type}' \\\n  -d ${data}`]
}

export type NamedExample = { readonly name: string | null; readonly value: unknown }

export function examplesOf(document: OpenApi, { example, examples = {}, schema = {} }: Media): readonly NamedExample[] {
  if (example !== undefined) return [{ name: null, value: example }]
  const named = Object.entries(examples).map(([name, given]) => {
    const { summary, value } = resolve(document, given)
    return { name: summary ?? name, value }
  })
  if (named.length > 0) return named
  const meant = nameOf(schema) === null ? schema : resolve<Schema>(document, schema)
  const own = meant.example ?? meant.examples?.[0]
  return own === undefined ? [] : [{ name: null, value: own }]
}

function firstExampleOf(document: OpenApi, media: Media): unknown {
  return examplesOf(document, media)[0]?.value
}

/** Quotes any text for a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
