import { Alert, Group, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { ResendButton } from './resend-button.tsx'

/** For people who have not confirmed their address yet: they cannot make pictures. */
export function VerifyReminder({ email }: { email: string }) {
  return (
    <Alert color="gray" icon={<IconMail />} title="Verify your email">
      <Group justify="space-between">
        <Text>
          We sent a link to {email}. Open it to get your free credits and make your first image.
        </Text>
        <ResendButton email={email} />
      </Group>
    </Alert>
  )
}
