import { html, type Html } from './html.js'

/** What scrolls by itself has to be reached by keyboard. */
export function codeBlock(text: string, label: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`
}
