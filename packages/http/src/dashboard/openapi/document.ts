export type Json = Readonly<Record<string, unknown>>

/** The parts of an OpenAPI document that are read or changed here. */
export type Document = Json & {
  readonly paths: Readonly<Record<string, Json & { readonly parameters?: readonly Json[] }>>
  readonly components: Readonly<Record<string, Json>>
  readonly tags: readonly Json[]
}
