import type { paths } from './schema.js'

/** The operations of the dashboard's API, by their path below `/dashboard/api/v1`. */
export type Paths = {
  readonly [P in keyof paths as P extends `/dashboard/api/v1${infer Rest}` ? Rest : never]: paths[P]
}
