/** Markup that may be put into a page without escaping. */
export type Html = { readonly markup: string }

export type Content = Html | string | number | false | null | readonly Content[]

/** Escapes inserted text for elements and for quoted attributes; only `Html` values are inserted unchanged. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { markup: parts.reduce((markup, part, i) => markup + markupOf(contents[i - 1]!) + part) }
}

function markupOf(content: Content): string {
  if (content === false || content === null) return ''
  if (typeof content === 'string' || typeof content === 'number') return escaped(String(content))
  return 'markup' in content ? content.markup : content.map(markupOf).join('')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A scrollable block must be reachable by keyboard. */
export function codeBlock(text: string, label: string): Html {
  return html`<pre tabindex="0" role="group" aria-label="${label}"><code>${text}</code></pre>`
}
