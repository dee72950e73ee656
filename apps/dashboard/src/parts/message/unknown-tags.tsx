import { Paper, Text } from '@mantine/core'
import { tagWarning } from './merge-tags.js'

/** What looks like a tag, as the service found it: nothing is filled in there. */
export function UnknownTags({ tags }: { readonly tags: readonly string[] }) {
  if (tags.length === 0) return null
  return (
    <Paper bg="var(--doubtful-surface)" radius="md" p="sm" role="status">
      {tags.map((tag) => (
        <Text key={tag} size="sm" className="breaking">
          {tagWarning(tag)}
        </Text>
      ))}
    </Paper>
  )
}
