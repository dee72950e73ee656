import { MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { VALUES_MAX, type Operand } from '../language/condition.js'
import type { Field } from '../language/fields.js'
import { instantOf, localOf } from '../../time/local-instants.js'
import { inputOf, type Operator } from '../language/operators.js'
import type { FilterRow } from '../language/rows.js'
import { useBuilder } from './builder-context.js'
import { DurationInput } from './duration-input.js'
import { IN_PLACE } from './in-place.js'
import { MonthDayInput } from './month-day-input.js'
import { NumberField } from './number-field.js'
import { useValueChoices } from './use-value-choices.js'

export type ValueInputProps = {
  /** For those who hear the page. */
  readonly label: string
  readonly field: Field
  readonly operator: Operator
  readonly value: FilterRow['value']
  readonly onChange: (value: FilterRow['value']) => void
}

/** The input for the value of a condition, by the field and the operator. */
export function ValueInput(props: ValueInputProps) {
  const { label, field, operator, value, onChange } = props
  const { names } = useBuilder()
  const text = typeof value === 'object' ? '' : String(value)
  const input = inputOf(field.kind, operator)
  switch (input) {
    case 'none':
      return null
    case 'text':
    case 'date':
      return (
        <TextInput
          aria-label={label}
          type={input}
          maxLength={500}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'number':
      return <NumberField aria-label={label} value={typeof value === 'number' ? value : text} onChange={onChange} />
    case 'instant':
      return (
        <TextInput
          aria-label={`${label}, ${names.zone}`}
          type="datetime-local"
          description={`In the zone ${names.zone}.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={localOf(text, names.zone)}
          onChange={(event) => onChange(instantOf(event.currentTarget.value, names.zone))}
        />
      )
    case 'yesNo':
      return (
        <Select
          aria-label={label}
          data={YES_AND_NO}
          value={text}
          onChange={(chosen) => onChange(chosen === 'true')}
          allowDeselect={false}
          comboboxProps={IN_PLACE}
        />
      )
    case 'duration':
    case 'days':
      return <DurationInput label={label} hasHours={input === 'duration'} value={text} onChange={onChange} />
    case 'monthDay':
      return <MonthDayInput label={label} value={text} onChange={onChange} />
    case 'texts':
    case 'numbers':
    case 'dates':
      return <Values {...props} input={input} />
    case 'choice':
      return <Choice {...props} />
    case 'choices':
      return <Choices {...props} />
  }
}

const YES_AND_NO = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

type ValuesProps = ValueInputProps & { readonly input: 'texts' | 'numbers' | 'dates' }

function Values({ label, value, input, onChange }: ValuesProps) {
  return (
    <TagsInput
      aria-label={label}
      placeholder={listOf(value).length === 0 ? PLACEHOLDERS[input] : undefined}
      value={listOf(value)}
      onChange={(texts) => onChange(input === 'numbers' ? texts.map(numberOr) : texts)}
      // A text may have a comma, such as “Paris, Texas”.
      splitChars={input === 'texts' ? [] : [',', ' ']}
      maxTags={VALUES_MAX}
      clearable
      clearButtonProps={{ 'aria-label': 'Remove all values' }}
    />
  )
}

const PLACEHOLDERS = {
  texts: 'Press Enter after each',
  numbers: 'Press Enter after each',
  dates: 'YYYY-MM-DD, then Enter',
} as const

/** What is not a number goes to the service as it is, which says what is wrong with it. */
function numberOr(text: string): Operand {
  return text.trim() === '' || Number.isNaN(Number(text)) ? text : Number(text)
}

function Choice({ label, field, value, onChange }: ValueInputProps) {
  const { choices, nothingFound } = useValueChoices(field, listOf(value))
  return (
    <Select
      aria-label={label}
      placeholder={field.kind === 'clicked' ? 'Choose a link' : 'Choose'}
      data={[...choices]}
      value={listOf(value)[0] ?? null}
      onChange={(chosen) => onChange(chosen ?? '')}
      allowDeselect={false}
      searchable={choices.length > 8}
      nothingFoundMessage={nothingFound}
      comboboxProps={IN_PLACE}
      limit={100}
    />
  )
}

function Choices({ label, field, value, onChange }: ValueInputProps) {
  const chosen = listOf(value)
  const { choices, nothingFound } = useValueChoices(field, chosen)
  return (
    <MultiSelect
      aria-label={label}
      placeholder={chosen.length === 0 ? 'Choose' : undefined}
      data={[...choices]}
      value={[...chosen]}
      onChange={onChange}
      searchable
      hidePickedOptions
      maxValues={VALUES_MAX}
      limit={100}
      nothingFoundMessage={nothingFound}
      comboboxProps={IN_PLACE}
    />
  )
}

function listOf(value: FilterRow['value']): string[] {
  return [value].flat().flatMap((each) => (each === '' ? [] : String(each as Operand)))
}
