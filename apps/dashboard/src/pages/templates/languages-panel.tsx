import { Select, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/read.js'
import { BodyEditor } from '../../parts/body/body-editor.js'
import { Panel } from '../../parts/panel.js'
import { useAccount } from '../../shell/use-session.js'
import { NO_TEXT, type TemplateValues } from './template-values.js'

export type LanguagesPanelProps = {
  readonly account: string
  readonly values: TemplateValues
  readonly errors: Readonly<Record<string, string>>
  readonly onChange: (changes: Partial<TemplateValues>) => void
}

/** The texts in other languages: one for each option of a custom field. */
export function LanguagesPanel({ account, values, errors, onChange }: LanguagesPanelProps) {
  const { field, ownLanguage, variants } = values
  const fields = useQuery(read('fields', '/accounts/{account}/custom-fields', { path: { account } }))
  const usable = (fields.data?.results ?? []).filter(
    ({ key, type, status }) => (type === 'SINGLE_SELECT' && status === 'active') || key === field,
  )
  const options = usable.find(({ key }) => key === field)?.options ?? []
  const languages = [...new Set([...options, ...Object.keys(variants)])]
  const choose = (key: string | null) => {
    const [first = ''] = usable.find((one) => one.key === key)?.options ?? []
    onChange({ field: key as TemplateValues['field'], ownLanguage: first, variants: {} })
  }
  return (
    <Panel title="Languages">
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          A field with one choice tells which text a person gets. Everybody else gets the text above.
        </Text>
        <Select
          label="Field"
          placeholder="One language only"
          data={usable.map(({ key, label }) => ({ value: key, label }))}
          clearable
          clearButtonProps={{ 'aria-label': 'Use one language only' }}
          nothingFoundMessage="No field with one choice"
          error={errors['language.field']}
          value={field}
          onChange={choose}
        />
        {field !== null && (
          <>
            <Select
              label="Language of the text above"
              data={[...new Set([...options, ...(ownLanguage === '' ? [] : [ownLanguage])])]}
              allowDeselect={false}
              error={errors['language.default']}
              value={ownLanguage}
              onChange={(chosen) => onChange({ ownLanguage: chosen ?? '' })}
            />
            {languages
              .filter((language) => language !== ownLanguage)
              .map((language) => (
                <VariantField
                  key={language}
                  language={language}
                  text={variants[language] ?? NO_TEXT}
                  error={errors[`language.variants.${language}.body`] ?? errors[`language.variants.${language}`]}
                  onBody={(body) =>
                    onChange({ variants: { ...variants, [language]: { ...(variants[language] ?? NO_TEXT), body } } })
                  }
                />
              ))}
          </>
        )}
      </Stack>
    </Panel>
  )
}

type VariantFieldProps = {
  readonly language: string
  readonly text: { readonly body: string; readonly mediaUrl: string }
  readonly error: string | undefined
  readonly onBody: (body: string) => void
}

function VariantField({ language, text, error, onBody }: VariantFieldProps) {
  const { smartEncoding } = useAccount()
  return (
    <BodyEditor
      label={language}
      description={text.mediaUrl === '' ? 'Left empty, these people get the text above.' : `Picture: ${text.mediaUrl}`}
      value={text.body}
      onChange={onBody}
      error={error}
      maxLength={640}
      smartEncoding={smartEncoding}
    />
  )
}
