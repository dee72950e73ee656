import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'

export type NumberFieldProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: string | number
  /** What is typed and is not a number comes as it is. */
  readonly onChange: (value: string | number) => void
}

/** A number, with or without decimals. */
export function NumberField({ value, onChange, ...props }: NumberFieldProps) {
  const [typed, setTyped] = useState(String(value))
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      {...props}
      // "1." is the number 1, but more may be typed.
      value={numberIn(typed) === value ? typed : String(value)}
      onChange={(event) => {
        const next = event.currentTarget.value
        setTyped(next)
        onChange(numberIn(next))
      }}
    />
  )
}

/** The number in a text; the text if it has none. */
function numberIn(text: string): string | number {
  return text.trim() === '' || !Number.isFinite(Number(text)) ? text : Number(text)
}
