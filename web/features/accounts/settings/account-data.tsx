import { Button, Group, Text, Title } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { api } from '#web/lib/api.ts'
import { DeleteAccountDialog } from './delete-account-dialog.tsx'
import { useTexts } from './texts.ts'

/** What a person can ask of what is stored about them: a copy, and that it goes. */
export function AccountData() {
  const t = useTexts()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <section aria-labelledby="your-data">
      <Title order={2} fz="lg" id="your-data">
        {t('accountData.yourData')}
      </Title>
      <Text c="dimmed" mt="xs" mb="md" maw="68ch">
        {t('accountData.copy')}
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
          {t('accountData.downloadACopy')}
        </Button>
        <Button
          variant="subtle"
          color="red"
          mih={44}
          leftSection={<IconTrash size={18} aria-hidden="true" />}
          onClick={() => setDeleting(true)}
        >
          {t('accountData.delete')}
        </Button>
      </Group>
      <DeleteAccountDialog opened={isDeleting} onClose={() => setDeleting(false)} />
    </section>
  )
}
