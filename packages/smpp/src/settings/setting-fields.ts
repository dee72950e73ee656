/** The settings of a carrier in the file, by name. A name that is not here is a fault. */
export type SettingFields = Readonly<Record<string, SettingField>>

export type SettingField = {
  /** `secret` is like `text`, but no message shows it. `fields`: an object with the settings in `fields`. */
  readonly kind: 'text' | 'secret' | 'url' | 'number' | 'boolean' | 'texts' | 'fields'
  readonly isRequired?: boolean
  /** For numbers. */
  readonly min?: number
  readonly max?: number
  readonly isInteger?: boolean
  /** For texts and secrets. */
  readonly maxLength?: number
  /** The only values of a text. */
  readonly oneOf?: readonly string[]
  readonly fields?: SettingFields
  /** Whether a boolean may stand in place of the object. */
  readonly orBoolean?: boolean
}
