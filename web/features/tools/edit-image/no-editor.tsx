import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { Page } from '#web/ui/page.tsx'
import { useTexts } from './texts.ts'

/** In the place of the page where no engine of this site can edit. */
export function NoEditor() {
  const t = useTexts()
  return (
    <Page width="text">
      <Title order={1}>{t('noEditor.title')}</Title>
      <Text size="md" mt="md">
        {t('noEditor.text')}
      </Text>
      <Button component={Link} to={paths.allTools.link()} variant="default" mt="lg">
        {t('noEditor.allTools')}
      </Button>
    </Page>
  )
}
