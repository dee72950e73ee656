export const FIRST_LOAD_MAX: number
export const ROUTE_MAX: number

/** The gzipped sizes of the dashboard's scripts, in bytes. */
export function scriptSizes(): {
  /** The files of what every page loads first. */
  readonly firstFiles: readonly string[]
  /** The sources that those files are built from. */
  readonly firstSources: readonly string[]
  readonly firstLoad: number
  /** What each route loads in addition, by its source. */
  readonly routes: Readonly<Record<string, number>>
}
