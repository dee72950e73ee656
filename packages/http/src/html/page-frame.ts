import { PAGE_FILES } from '../../embedded/page-files.js'
import { html, type Content, type Html } from './html.js'
import { inlineStyle, pagePolicy } from './page-policy.js'

const STYLE = inlineStyle('docs.css')
const ICON = `data:image/svg+xml;base64,${btoa(PAGE_FILES['icon.svg'])}`

/** Allows no external content: a page is a single file, so it works behind any proxy. */
export const DOCS_POLICY = pagePolicy({ 'style-src': STYLE.source, 'img-src': 'data:' })

export type DocsPage = {
  readonly title: string
  /** Links to both pages and both files, relative to this page. */
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
        ${STYLE.element}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
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
