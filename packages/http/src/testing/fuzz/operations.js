const METHODS = ['get', 'post', 'put', 'patch', 'delete']

/** Every operation of an OpenAPI document with its requests and responses. Each schema comes with its place. */
export function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method] !== undefined).map((method) => {
      const places = { item: `/paths/${escaped(path)}`, own: `/paths/${escaped(path)}/${method}` }
      return operationAt(document, { path, method, ...places })
    }),
  )
}

function operationAt(document, { path, method, item, own }) {
  const read = (place) => nodeAt(document, place)
  const node = read(own).node
  const parameters = [item, own].flatMap((holder) =>
    Object.keys(read(holder).node.parameters ?? []).map((i) => {
      const { node: parameter, place } = read(`${holder}/parameters/${i}`)
      const { name, in: where, required = false } = parameter
      return { name, where, required, ...schemaIn(document, place) }
    }),
  )
  const body = node.requestBody === undefined ? null : read(`${own}/requestBody`)
  const security = node.security ?? document.security ?? []
  return {
    id: node.operationId,
    method: method.toUpperCase(),
    path,
    parameters,
    bodies: body === null ? {} : contentsOf(document, body),
    isBodyRequired: body?.node.required ?? false,
    credentials: Object.keys(security[0] ?? {})[0] ?? null,
    responses: Object.fromEntries(
      Object.keys(node.responses).map((status) => {
        const response = read(`${own}/responses/${status}`)
        const headers = Object.keys(response.node.headers ?? {}).map((name) => {
          const { node: header, place } = read(`${response.place}/headers/${escaped(name)}`)
          return { name, required: header.required ?? false, ...schemaIn(document, place) }
        })
        return [status, { contents: contentsOf(document, response), headers }]
      }),
    ),
  }
}

function contentsOf(document, { node, place }) {
  return Object.fromEntries(
    Object.keys(node.content ?? {}).map((type) => [type, schemaIn(document, `${place}/content/${escaped(type)}`)]),
  )
}

function schemaIn(document, place) {
  return { schema: nodeAt(document, place).node.schema, place: `${place}/schema` }
}

/** The node at a place after following all references, and the final place of that node. */
function nodeAt(document, place) {
  let node = document
  let at = ''
  for (const part of place.split('/').slice(1)) {
    node = node?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
    at += `/${part}`
    while (typeof node?.$ref === 'string') {
      at = node.$ref.slice(1)
      ;({ node, place: at } = nodeAt(document, at))
    }
  }
  return { node, place: at }
}

/** Resolves a schema, and returns its name if it is a reference. */
export function resolverOf(document) {
  return (schema) => {
    const ref = schema.$ref?.slice('#/components/schemas/'.length)
    return ref === undefined
      ? { schema, ref }
      : { schema: { ...nodeAt(document, schema.$ref.slice(1)).node, ...overridden(schema) }, ref }
  }
}

function overridden({ $ref: _, ...rest }) {
  return rest
}

function escaped(name) {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}
