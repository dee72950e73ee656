import { MultiSelect, Select, TextInput } from '@mantine/core'
import type { CustomField } from './contact-values.js'

export type CustomFieldInputProps = {
  readonly field: CustomField
  readonly value: string | string[]
  readonly onChange: (value: string | string[]) => void
  readonly error: React.ReactNode
}

/** The input for a value of a custom field, by its type. */
export function CustomFieldInput({ field, value, onChange, error }: CustomFieldInputProps) {
  const { label, type } = field
  const options = field.options ?? []
  if (type === 'MULTI_SELECT') {
    return (
      <MultiSelect
        label={label}
        data={options}
        value={[value].flat()}
        onChange={onChange}
        error={error}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      />
    )
  }
  const text = String(value)
  if (type === 'SINGLE_SELECT' || type === 'BOOLEAN') {
    const data = type === 'BOOLEAN' ? YES_AND_NO : options
    return (
      <Select
        label={label}
        data={[...data]}
        value={text === '' ? null : text}
        onChange={(chosen) => onChange(chosen ?? '')}
        error={error}
        placeholder="Not set"
        clearable
        clearButtonProps={{ 'aria-label': `Clear ${label}` }}
      />
    )
  }
  return (
    <TextInput
      label={label}
      type={type === 'DATE' ? 'date' : 'text'}
      inputMode={type === 'NUMBER' ? 'decimal' : undefined}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      maxLength={500}
    />
  )
}

const YES_AND_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]
