/** What can be null in `T` may be absent instead. */
export type WithoutNulls<T> = { readonly [Key in keyof T as null extends T[Key] ? never : Key]: T[Key] } & {
  readonly [Key in keyof T as null extends T[Key] ? Key : never]?: NonNullable<T[Key]>
}

/** A copy in which nothing is null: what was is absent. */
export function withoutNulls<T extends object>(value: T): WithoutNulls<T> {
  return Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) as WithoutNulls<T>
}
