import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { takeFocus } from '#web/lib/take-focus.ts'
import { useTexts } from '../texts.ts'

/** A secret, which nobody can look at again. */
export function ShownSecret({ title, secret, hint }: Record<'title' | 'secret' | 'hint', string>) {
  const t = useTexts()
  return (
    <Alert variant="light" title={title} mt="md" role="status" tabIndex={-1} ref={takeFocus}>
      <Text size="sm" mb="xs">
        {hint}
      </Text>
      <Group>
        <Code style={{ overflowWrap: 'anywhere' }}>{secret}</Code>
        <CopyButton value={secret}>
          {({ copied, copy }) => (
            <Button variant="default" mih={44} onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  )
}
