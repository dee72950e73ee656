import { codeBlock, html, type Content, type Html } from '../html/html.js'
import { curlOf, examplesOf } from './curl.js'
import { inline, markdown } from './errors/markdown.js'
import { fieldTable } from './field-table.js'
import {
  nameOf,
  resolve,
  type Body,
  type Header,
  type Media,
  type OpenApi,
  type Parameter,
  type Placed,
  type Reply,
  type Schema,
} from './openapi.js'
import { meaningOf, schemaTable, typeOf } from './schema-table.js'

/** The section of one operation or event, with its id from the document as the anchor. */
export function operationSection(document: OpenApi, placed: Placed, kind: 'operation' | 'event'): Html {
  const { operation, method, path } = placed
  const { operationId, summary = operationId, description, parameters = [], requestBody, responses = {} } = operation
  return html`<section class="operation" id="${operationId}">
    <h3><a href="#${operationId}">${summary}</a></h3>
    <p class="place">
      ${kind === 'operation' ? html`<b class="method ${method}">${method.toUpperCase()}</b> ` : null}<code
        >${path}</code
      >
    </p>
    ${description !== undefined && markdown(description)}
    ${parametersOf(
      document,
      parameters.map((parameter) => resolve<Parameter>(document, parameter)),
      operationId,
    )}
    ${requestBody !== undefined && bodyOf(document, resolve<Body>(document, requestBody), kind)}
    ${
      kind === 'operation' &&
      html`<h4>Try it</h4>
        ${codeBlock(curlOf(document, placed), `${summary} with curl`)}`
    }
    <h4>${kind === 'operation' ? 'Responses' : 'What your response means'}</h4>
    <dl class="answers">
      ${Object.entries(responses).map(([status, reply]) => responseSection(document, status, resolve<Reply>(document, reply)))}
    </dl>
  </section>`
}

function parametersOf(document: OpenApi, parameters: readonly Parameter[], id: string): Content {
  if (parameters.length === 0) return null
  return html`<h4>Parameters</h4>
    ${fieldTable({
      label: `Parameters of ${id}`,
      heading: 'Name',
      rows: parameters.map(({ name, in: place, required, description, schema = {}, example }) => ({
        name: html`<code>${name}</code> <span class="note">${place}</span>`,
        isRequired: required === true,
        type: typeOf(schema),
        meaning: [description !== undefined && markdown(description), boundsWith(document, schema, example)],
      })),
    })}`
}

function boundsWith(document: OpenApi, schema: Schema, example: unknown): Content {
  const own = nameOf(schema) === null ? schema : {}
  return meaningOf(example === undefined ? own : { ...own, example: example ?? resolve(document, schema).example })
}

function bodyOf(document: OpenApi, { description, required, content = {} }: Body, kind: string): Html {
  return html`<h4>
      ${kind === 'operation' ? 'Body' : 'Payload'}${required === true || kind === 'event' ? null : html` <span class="note">may be left out</span>`}
    </h4>
    ${description !== undefined && markdown(description)}
    ${Object.entries(content).map(([type, media]) => mediaOf(document, type, media, true))}`
}

/** A named schema has its own section. The fields of a request body are shown here as well. */
function mediaOf(document: OpenApi, type: string, media: Media, withFields: boolean): Html {
  const { schema = {} } = media
  const name = nameOf(schema)
  return html`<p class="media"><code>${type}</code> ${typeOf(schema)}</p>
    ${(withFields || name === null) && schemaTable(resolve<Schema>(document, schema), `Fields of ${name ?? type}`)}
    ${examplesOf(document, media).map(({ name: title, value }) => exampleOf(title, value, name ?? type))}`
}

function exampleOf(title: string | null, value: unknown, label: string): Html {
  const text = typeof value === 'string' ? value.trimEnd() : JSON.stringify(value, null, 2)
  const caption = title === null ? 'Example' : `Example: ${title}`
  const id = `${caption} (${label})`
  if (text.length <= SHORT)
    return html`<p class="caption">${caption}</p>
      ${codeBlock(text, id)}`
  return html`<details>
    <summary>${caption}</summary>
    ${codeBlock(text, id)}
  </details>`
}

const SHORT = 700

function responseSection(
  document: OpenApi,
  status: string,
  { description = '', content = {}, headers = {} }: Reply,
): Html {
  const isError = /^[45]/.test(status)
  const media = Object.entries(content)
  return html`<div>
    <dt><span class="status ${isError ? 'bad' : 'good'}">${status}</span></dt>
    <dd>
      ${markdown(description)}
      ${
        isError
          ? media.flatMap(([, one]) =>
              examplesOf(document, one).map(({ name, value }) => exampleInDetails(name ?? 'Example', value)),
            )
          : [media.map(([type, one]) => mediaOf(document, type, one, false)), headersOf(document, headers)]
      }
    </dd>
  </div>`
}

function exampleInDetails(title: string, value: unknown): Html {
  return html`<details>
    <summary>Example: ${title}</summary>
    ${codeBlock(typeof value === 'string' ? value : JSON.stringify(value, null, 2), title)}
  </details>`
}

function headersOf(document: OpenApi, headers: NonNullable<Reply['headers']>): Content {
  const entries = Object.entries(headers)
  if (entries.length === 0) return null
  return html`<details>
    <summary>Headers: ${entries.map(([name]) => name).join(', ')}</summary>
    <ul>
      ${entries.map(([name, header]) => {
        const { description = '' } = resolve<Header>(document, header)
        return html`<li><code>${name}</code> ${inline(description)}</li>`
      })}
    </ul>
  </details>`
}
