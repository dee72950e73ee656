import { Ajv2020 } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { closed } from '../closed.js'

/** Validates values against the document's schemas. In responses, undeclared properties are errors. */
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
