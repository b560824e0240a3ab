import { Group, Stack, Text } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ResendButton } from './resend-button.tsx'

/** After registering: look into your mail. */
export function ThankYou({ email, title }: { email: string; title: ReactNode }) {
  return (
    <Stack gap="md" aria-live="polite">
      <IconMailCheck size={40} stroke={1.5} aria-hidden="true" />
      {title}
      <Text>
        We have sent a verification link to <strong>{email}</strong>. Please check your email; it
        may be in the spam folder.
      </Text>
      <Text>Open the link to confirm the address, then log in.</Text>
      <Text c="dimmed" size="xs">
        Nothing there after a few minutes? Send it again, or contact support.
      </Text>
      <Group>
        <ResendButton email={email} />
      </Group>
    </Stack>
  )
}
