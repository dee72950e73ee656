/** Files of the build are in the folder `assets`, directly below the path of the dashboard. */
const moduleUrl: string = import.meta.url

/** The path at which the server, or an embedder, serves the dashboard: `/dashboard`. */
export const BASE_PATH = (import.meta.env?.DEV ? import.meta.env.BASE_URL : new URL('..', moduleUrl).pathname).replace(
  /\/$/,
  '',
)

/** The path of the whole service, of which the dashboard is one part: empty, or for example `/carillon`. */
export function servicePathOf(basePath = BASE_PATH): string {
  return basePath.replace(/\/[^/]*$/, '')
}
