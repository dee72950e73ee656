import { Center, Paper, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** The panel of the pages before a session: sign-in, setup, invitation, new password. */
export function SignedOutPanel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Center component="main" mih="100dvh" p="md" className="signed-out">
      <title>{`${title} · Carillon`}</title>
      <Paper withBorder radius="xl" p="xl" w="100%" maw={420}>
        <Stack gap="lg">
          <div>
            <Text fw={700}>Carillon</Text>
            <Title order={1} mt="xs">
              {title}
            </Title>
          </div>
          {children}
        </Stack>
      </Paper>
    </Center>
  )
}
