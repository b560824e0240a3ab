import { Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTexts } from './texts.ts'

/** Leads to the keys of the person's own programs. */
export function ApiKeysSection() {
  const t = useTexts()
  return (
    <section aria-labelledby="account-api-keys">
      <Title order={2} fz="lg" mb="xs" id="account-api-keys">
        {t('apiKeysSection.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('apiKeysSection.hint')}
      </Text>
      <Group>
        <Button component={Link} to={paths.apiKeys.link()} variant="default" mih={44}>
          {t('apiKeysSection.open')}
        </Button>
      </Group>
    </section>
  )
}
