export const FIELD_TYPES = ['TEXT', 'NUMBER', 'DATE', 'BOOLEAN', 'SINGLE_SELECT', 'MULTI_SELECT'] as const
export type FieldType = (typeof FIELD_TYPES)[number]

export const TYPE_LABELS: Readonly<Record<FieldType, string>> = {
  TEXT: 'Text',
  NUMBER: 'Number',
  DATE: 'Day',
  BOOLEAN: 'Yes or no',
  SINGLE_SELECT: 'One of several options',
  MULTI_SELECT: 'Any of several options',
}
