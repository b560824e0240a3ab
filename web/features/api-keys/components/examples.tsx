import {
  Anchor,
  Code,
  CopyButton,
  Group,
  SegmentedControl,
  Text,
  Title,
  Button,
} from '@mantine/core'
import { useState } from 'react'
import {
  EXAMPLE_LANGUAGES,
  type ExampleLanguage,
  examplesAt,
  KEY_VARIABLE,
} from '../lib/examples.ts'
import { useTexts } from '../texts.ts'

const NAMES: Record<ExampleLanguage, string> = {
  curl: 'curl',
  python: 'Python',
  typescript: 'TypeScript',
}

/** Programs that make an image, to be copied. */
export function Examples({ origin }: { origin: string }) {
  const t = useTexts()
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const example = examplesAt(origin)[language]
  return (
    <section aria-labelledby="api-examples">
      <Title order={2} fz="lg" mb="xs" id="api-examples">
        {t('examples.title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t.rich('examples.hint', {
          name: <Code>{KEY_VARIABLE}</Code>,
          docs: <Anchor href="/api/docs/" />,
        })}
      </Text>
      <Group justify="space-between" mb="xs">
        <SegmentedControl
          aria-label={t('examples.language')}
          value={language}
          onChange={(value) => setLanguage(value)}
          data={EXAMPLE_LANGUAGES.map((value) => ({ value, label: NAMES[value] }))}
        />
        <CopyButton value={example}>
          {({ copied, copy }) => (
            <Button variant="default" mih={44} onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
      <Code block tabIndex={0} role="region" aria-label={NAMES[language]}>
        {example}
      </Code>
    </section>
  )
}
