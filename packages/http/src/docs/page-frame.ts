import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { html, type Content, type Html } from '../html.js'

/** Beside the sources and beside what is built from them. */
const FOLDER = new URL('../../page/', import.meta.url)
const STYLE = readFileSync(new URL('docs.css', FOLDER), 'utf8')
const ICON = `data:image/svg+xml;base64,${readFileSync(new URL('icon.svg', FOLDER)).toString('base64')}`

/** No script, and nothing from elsewhere: a page is one file, whatever stands in front of the service. */
export const DOCS_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export type DocsPage = {
  readonly title: string
  /** Of both pages and both files, relative to this one. */
  readonly links: readonly { readonly href: string; readonly label: string; readonly isHere: boolean }[]
  readonly contents: Html
  readonly main: Content
}

export function pageFrame({ title, links, contents, main }: DocsPage): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" type="image/svg+xml" href="${ICON}" />
        ${{ markup: `<style>${STYLE}</style>` }}
      </head>
      <body>
        <a class="skip" href="#main">To the content</a>
        <header>
          <p class="brand">Carillon</p>
          <nav aria-label="Documents">
            ${links.map(
              ({ href, label, isHere }) => html`<a href="${href}" ${isHere && html` aria-current="page"`}>${label}</a>`,
            )}
          </nav>
        </header>
        <div class="columns">
          <nav class="contents" aria-label="Contents" tabindex="0">${contents}</nav>
          <main id="main">${main}</main>
        </div>
      </body>
    </html> `.markup
}
