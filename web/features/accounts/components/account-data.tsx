import { Button, Group, Text, Title } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'

/** What a person can ask of what is stored about them: a copy, and that it goes. */
export function AccountData() {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <section aria-labelledby="your-data">
      <Title order={2} fz="lg" id="your-data">
        Your data
      </Title>
      <Text c="dimmed" mt="xs" mb="md" maw="68ch">
        The copy is one file with your profile, payments, statement, prompts and uploads, and with
        links to your images that work for a day.
      </Text>
      <Group gap="xs">
        <Button
          component="a"
          href={api.account.export.path}
          download
          variant="default"
          mih={44}
          leftSection={<IconDownload size={18} aria-hidden="true" />}
        >
          Download a copy
        </Button>
        <Button
          variant="subtle"
          color="red"
          mih={44}
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          onClick={() => setDeleting(true)}
        >
          Delete the account
        </Button>
      </Group>
      <DeleteAccountDialog opened={isDeleting} onClose={() => setDeleting(false)} />
    </section>
  )
}
