import { codeBlock, html, type Html } from '../html/html.js'
import type { DocsPage } from '../html/page-frame.js'
import { markdown, plain } from './errors/markdown.js'
import { operationsOf, type OpenApi, type Placed, type Schema } from './openapi.js'
import { operationSection } from './operation-section.js'
import { hasRules, meaningOf, schemaId, schemaTable, typeOf } from './schema-table.js'

/** The whole OpenAPI document as a readable page. */
export function referencePage(document: OpenApi): Omit<DocsPage, 'links'> {
  const operations = operationsOf(document.paths)
  const events = operationsOf(document.webhooks ?? {})
  const chapters = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter(({ operation }) => operation.tags?.includes(name)),
      events: events.filter(({ operation }) => operation.tags?.includes(name)),
    }))
    .filter((chapter) => chapter.operations.length + chapter.events.length > 0)
  const { title, version, description = '' } = document.info
  return {
    title: `${title} API reference`,
    contents: html`${chapters.map(
        ({ name, ...chapter }) =>
          html`<details open>
            <summary>${name}</summary>
            <ul>
              ${[...chapter.operations, ...chapter.events].map(entryOf)}
            </ul>
          </details>`,
      )}
      <details>
        <summary>Schemas</summary>
        <ul>
          ${Object.keys(document.components.schemas).map((name) => html`<li><a href="#${schemaId(name)}">${name}</a></li>`)}
        </ul>
      </details>`,
    main: html`<h1>${title} API reference</h1>
      <p class="note">Version ${version}</p>
      ${markdown(description)} ${beforeYouTry()}
      ${chapters.map(
        ({ name, description: about, ...chapter }) =>
          html`<section class="chapter">
            <h2 id="${chapterId(name)}">${name}</h2>
            ${about !== undefined && markdown(about)}
            ${chapter.operations.map((placed) => operationSection(document, placed, 'operation'))}
            ${chapter.events.map((placed) => operationSection(document, placed, 'event'))}
          </section>`,
      )}
      <section class="chapter">
        <h2 id="schemas">Schemas</h2>
        ${Object.entries(document.components.schemas).map(schemaSection)}
      </section>`,
  }
}

function entryOf({ method, path, operation: { operationId, summary = operationId } }: Placed): Html {
  return html`<li><a href="#${operationId}" title="${method.toUpperCase()} ${path}">${plain(summary)}</a></li>`
}

function chapterId(name: string): string {
  return `tag-${name.toLowerCase().replace(/\W+/g, '-')}`
}

function beforeYouTry(): Html {
  return html`<h2 id="try">Try it with curl</h2>
    <p>
      The commands on this page read these environment variables: the address of your service, an API key of your
      account and, only for operators, the admin token.
    </p>
    ${codeBlock(
      [
        'export CARILLON_URL=http://127.0.0.1:8080',
        "export CARILLON_API_KEY='<key id>:<secret>'",
        "export CARILLON_ADMIN_TOKEN='<admin token>'",
      ].join('\n'),
      'Variables for the commands',
    )}`
}

function schemaSection([name, schema]: readonly [string, Schema]): Html {
  return html`<section class="schema" id="${schemaId(name)}">
    <h3><a href="#${schemaId(name)}">${name}</a> <span class="note">${typeOf(schema)}</span></h3>
    ${meaningOf(schema)} ${schemaTable(schema, `Fields of ${name}`)}
    ${
      hasRules(schema) &&
      html`<details>
        <summary>Which fields go together, as JSON Schema</summary>
        ${codeBlock(JSON.stringify(schema, null, 2), `Schema of ${name}`)}
      </details>`
    }
  </section>`
}
