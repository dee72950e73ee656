import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'

/** What is wrong with a value by a schema of the document, as requests are read, and as answers are promised. */
export function schemasOf(document) {
  const options = { strict: false, allErrors: false, formats: fullFormats, validateFormats: true }
  const requests = new Ajv2020(options).addSchema(document, 'openapi')
  const answers = new Ajv2020(options).addSchema(closed(document), 'openapi')
  return { requestFaults: faultsBy(requests), answerFaults: faultsBy(answers) }
}

function faultsBy(ajv) {
  const known = new Map()
  return (place, value) => {
    if (!known.has(place)) known.set(place, ajv.compile({ $ref: `openapi#${encodeURI(place)}` }))
    const validate = known.get(place)
    return validate(value) ? [] : validate.errors.map((fault) => `${fault.instancePath} ${fault.message}`.trim())
  }
}

/** An answer has no property that the document does not name. */
function closed(value) {
  if (Array.isArray(value)) return value.map(closed)
  if (typeof value !== 'object' || value === null) return value
  const copy = Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, closed(inner)]))
  const isClosable = 'properties' in copy && 'type' in copy && !('additionalProperties' in copy)
  return isClosable ? { ...copy, additionalProperties: false } : copy
}
