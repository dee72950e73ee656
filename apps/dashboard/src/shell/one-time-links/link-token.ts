/** The pages of one-time links: `/dashboard/setup#TOKEN`. */
const PATHS = /\/(?:setup|invite|reset)\/?$/

/**
 * The token of the link that opened this page. It leaves the address bar before anything else runs, so that it stands in
 * no history, no screenshot, and no address that somebody copies.
 */
let token = takeToken()

function takeToken(): string | null {
  if (!PATHS.test(location.pathname) || location.hash.length < 2) return null
  const found = location.hash.slice(1)
  history.replaceState(history.state, '', location.pathname + location.search)
  return found
}

// A second link that is opened in the same tab changes only the fragment, which loads nothing.
addEventListener('hashchange', () => {
  if (PATHS.test(location.pathname) && location.hash.length > 1) location.reload()
})

/** Null if the page was opened without a link, or reloaded. */
export function linkToken(): string | null {
  return token
}

/** After the link was used. */
export function forgetToken() {
  token = null
}
