import { Alert, Button, CopyButton, Group, Stack, Text } from '@mantine/core'
import { takeFocus } from '#web/lib/take-focus.ts'
import { useTexts } from '../texts.ts'

/** The recovery codes, which are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  const t = useTexts()
  return (
    <Alert
      color="green"
      title={t('secondFactor.codesTitle')}
      role="status"
      tabIndex={-1}
      ref={takeFocus}
    >
      <Stack>
        <Text>{t('secondFactor.codesText')}</Text>
        <ul
          style={{ margin: 0, paddingInlineStart: 20, fontFamily: 'monospace', columns: '200px' }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Group>
          <CopyButton value={codes.join('\n')}>
            {({ copied, copy }) => (
              <Button variant="default" mih={44} onClick={copy}>
                {t(copied ? 'secondFactor.copied' : 'secondFactor.copy')}
              </Button>
            )}
          </CopyButton>
          <Button mih={44} onClick={onDone}>
            {t('secondFactor.kept')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
