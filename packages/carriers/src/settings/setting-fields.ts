/** The settings of a carrier in the file, by name. A name that is not here is a fault. */
export type SettingFields = Readonly<Record<string, SettingField>>

export type SettingField = {
  /** `secret` is like `text`, but no message shows it. */
  readonly kind: 'text' | 'secret' | 'url' | 'number' | 'boolean' | 'texts'
  readonly isRequired?: boolean
  /** For numbers. */
  readonly min?: number
  readonly max?: number
  readonly isInteger?: boolean
  /** How a text begins. */
  readonly startsWith?: string
  /** The only values of a text. */
  readonly oneOf?: readonly string[]
}

/** The settings that every HTTP carrier has. */
export const HTTP_FIELDS = {
  baseUrl: { kind: 'url' },
  connections: { kind: 'number', min: 1, max: 1_000, isInteger: true },
  carrierAnswersKeywords: { kind: 'boolean' },
} as const satisfies SettingFields

export const CONNECTIONS_DEFAULT = 20
