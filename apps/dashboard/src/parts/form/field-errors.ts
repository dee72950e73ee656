import { ApiError } from '../../api/api-error.js'

/** The errors that the service found in single fields, by the path of the field: `address.country`. */
export function fieldErrorsOf(error: unknown): Readonly<Record<string, string>> {
  if (!(error instanceof ApiError)) return {}
  const { fields } = error.details
  if (!Array.isArray(fields)) return {}
  return Object.fromEntries(
    (fields as readonly FieldError[]).map(({ field, message }) => [field, `This ${message}.`]).reverse(),
  )
}

type FieldError = { readonly field: string; readonly message: string }
