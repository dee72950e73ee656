import type { RequestHandler, Response } from 'express'
import { html, type Content, type Html } from '../html/html.js'
import { pagePolicy } from '../html/page-policy.js'

export type Page = {
  /** Without the prefix that announces a fault. */
  readonly title: string
  readonly isFault: boolean
  readonly main: Html
  /** Whether the page runs the script that computes a proof of work. All other pages forbid scripts. */
  readonly computesProof?: boolean
}

/** The paths of the files, including the mount point of the router. */
export type PageAssets = { readonly stylesheet: string; readonly icon: string; readonly proofScript: string }

export function sendPage(res: Response, status: number, page: Page) {
  const assets = (res.locals as { [ASSETS]?: PageAssets })[ASSETS]
  if (assets === undefined) throw new Error('The router has not set the files of the page')
  if (page.computesProof) res.set('Content-Security-Policy', pagePolicy({ ...OWN_SOURCES, 'script-src': "'self'" }))
  res.status(status).type('html').send(markupOf(page, assets))
}

const ASSETS = Symbol('look')

const OWN_SOURCES = { 'style-src': "'self'", 'img-src': "'self'", 'form-action': "'self'" }

/** These headers forbid scripts, third-party content, framing, caching and sending a referrer. */
const HEADERS = {
  'Content-Security-Policy': pagePolicy(OWN_SOURCES),
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
}

export function preparePages(assetsBelow: (base: string) => PageAssets): RequestHandler {
  return (req, res, next) => {
    ;(res.locals as { [ASSETS]?: PageAssets })[ASSETS] = assetsBelow(req.baseUrl)
    res.set(HEADERS)
    next()
  }
}

function markupOf({ title, isFault, main, computesProof = false }: Page, assets: PageAssets): string {
  const { stylesheet, icon, proofScript } = assets
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${isFault && 'Error: '}${title}</title>
        <link rel="stylesheet" href="${stylesheet}" />
        <link rel="icon" type="image/svg+xml" href="${icon}" />
        ${computesProof && html`<script type="module" src="${proofScript}"></script>`}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `.markup
}

/** The list of faults above the form, each with a link to its field. */
export function summaryOf(faults: readonly Fault[]): Content {
  if (faults.length === 0) return null
  return html`<div class="summary" role="alert">
    <h2>There is a problem</h2>
    <ul>
      ${faults.map(({ field, message }) => html`<li>${field === null ? message : linkTo(field, message)}</li>`)}
    </ul>
  </div>`
}

function linkTo(field: string, message: string): Html {
  return html`<a href="#${field}">${message}</a>`
}

export type Fault = {
  /** The id of the field; null when the fault belongs to no field. */
  readonly field: string | null
  readonly message: string
}

/** The error message and the ARIA attributes of a field. */
export function faultOf(field: string, faults: readonly Fault[]) {
  const fault = faults.find((one) => one.field === field)
  if (fault === undefined) return { isFaulty: false, message: null, attributes: null }
  return {
    isFaulty: true,
    message: html`<p class="fault" id="${field}-fault">${fault.message}</p>`,
    attributes: html` aria-invalid="true"${faults.find((one) => one.field !== null) === fault && html` autofocus`}`,
  }
}
