import type { AllowedNumbers } from '@carillon/core'
import type { Bindings } from '../sql/sql.js'

/** Without ranges, all numbers are allowed. */
export function rangesOf(allowed: AllowedNumbers): Bindings {
  return allowed === null ? {} : { ranges: JSON.stringify(allowed) }
}

/** Whether the number is in one of the ranges. Both are SQL expressions. */
export const isAllowed = (phone: string, ranges: string) => `exists (
         select
           from jsonb_to_recordset(${ranges}) as range (prefix text, "within" text, "except" text)
          where starts_with(${phone}, prefix)
            and ("within" is null or ${phone} ~ "within")
            and ("except" is null or ${phone} !~ "except")
       )`

/** The same for a statement that binds the ranges, for a column `phone`. */
export const IS_ALLOWED = isAllowed('phone', ':ranges::jsonb')
