import { Group, Button, Stack, TextInput } from '@mantine/core'
import { useCallback, useState, type FormEvent } from 'react'
import { fieldErrorsOf } from '../../parts/form/field-errors.js'
import { MessageText } from '../../parts/message/message-text.js'
import { Panel } from '../../parts/panel.js'
import { ErrorMessage } from '../../parts/state/error-message.js'
import { useAccount } from '../../shell/use-session.js'
import { LanguagesPanel } from './languages-panel.js'
import {
  missingIn,
  NEW_TEMPLATE,
  valuesOf,
  type Missing,
  type Template,
  type TemplateValues,
} from './template-values.js'
import { useSaveTemplate } from './use-save-template.js'

export type TemplateFormProps = {
  /** Null: a new template. */
  readonly template: Template | null
  readonly onSaved: (template: Template) => void
}

/** The name and all texts of a template. */
export function TemplateForm({ template, onSaved }: TemplateFormProps) {
  const { id: account, smartEncoding } = useAccount()
  const [values, setValues] = useState<TemplateValues>(() => (template === null ? NEW_TEMPLATE : valuesOf(template)))
  const [missing, setMissing] = useState<Missing>({})
  const save = useSaveTemplate(account, template)
  const change = useCallback(
    (changes: Partial<TemplateValues>) => setValues((before) => ({ ...before, ...changes })),
    [],
  )
  const setBody = useCallback((body: string) => change({ body }), [change])
  const errors = fieldErrorsOf(save.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = missingIn(values)
    setMissing(found)
    if (Object.keys(found).length === 0 && !save.isPending) save.mutate(values, { onSuccess: onSaved })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw={760}>
        <Panel title="Text">
          <Stack gap="md">
            <TextInput
              label="Name"
              description="Only you see it. It may change later."
              maxLength={100}
              required
              error={missing.name ?? errors['name']}
              value={values.name}
              onChange={(event) => change({ name: event.currentTarget.value })}
            />
            <MessageText
              account={account}
              body={values.body}
              onBody={setBody}
              error={missing.body ?? errors['body']}
              smartEncoding={smartEncoding}
            />
            <TextInput
              label="Picture"
              description="The address of a picture makes the message an MMS."
              placeholder="https://"
              maxLength={2048}
              error={errors['mediaUrl']}
              value={values.mediaUrl}
              onChange={(event) => change({ mediaUrl: event.currentTarget.value.trim() })}
            />
          </Stack>
        </Panel>
        <LanguagesPanel account={account} values={values} errors={errors} onChange={change} />
        {save.error !== null && <ErrorMessage error={save.error} title="The template was not saved" />}
        <Group justify="flex-end">
          <Button type="submit" loading={save.isPending}>
            {template === null ? 'Create template' : 'Save changes'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
