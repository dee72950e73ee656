import { SegmentedControl } from '@mantine/core'

/** Where the words of a message come from. Forms keep both, so that switching loses nothing. */
export type Source = 'text' | 'template'

export type SourceControlProps = { readonly source: Source; readonly onSource: (source: Source) => void }

/** Whether a message is written, or is a template. */
export function SourceControl({ source, onSource }: SourceControlProps) {
  return (
    <SegmentedControl
      aria-label="Message"
      data={[
        { value: 'text', label: 'Write' },
        { value: 'template', label: 'Template' },
      ]}
      value={source}
      onChange={(value) => onSource(value as Source)}
      fullWidth
    />
  )
}
