import { Anchor, Stack, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function NotFound() {
  return (
    <Stack gap="xs" p="lg">
      <title>Not found · Carillon</title>
      <Title order={1}>There is no such page</Title>
      <Text>The link may be incomplete, or you may have no access to the account that it belongs to.</Text>
      <Anchor component={Link} to="/">
        Go to the start page
      </Anchor>
    </Stack>
  )
}
