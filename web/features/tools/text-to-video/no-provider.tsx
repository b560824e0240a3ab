import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Page } from '#web/ui/page.tsx'
import { useTexts } from './texts.ts'

/** In the place of the page while no engine of this site makes videos. */
export function NoProvider() {
  const t = useTexts()
  return (
    <Page width="text">
      <Title order={1}>{t('noProvider.title')}</Title>
      <Text size="md" mt="md">
        {t('noProvider.text')}
      </Text>
      <Button component={Link} to={paths.allTools.link()} variant="default" mt="lg">
        {t('noProvider.allTools')}
      </Button>
    </Page>
  )
}
