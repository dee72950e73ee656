const KEY = 'carillon-reloaded-for'

/**
 * After an update of the service, files that an open page has not loaded yet are gone. Then the page is loaded again,
 * once for each path, so that a file that is really missing does not reload it for ever.
 */
export function reloadAfterUpdate() {
  addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(KEY) === location.pathname) return
    sessionStorage.setItem(KEY, location.pathname)
    event.preventDefault()
    location.reload()
  })
}
