import { Alert, Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { takeFocus } from '#web/lib/take-focus.ts'

interface Props {
  title: string
  secret: string
  hint: string
  /** Texts of the button before and after it was pressed. */
  copyLabel: string
  copiedLabel: string
}

/** A secret, which nobody can look at again. */
export function ShownSecret({ title, secret, hint, copyLabel, copiedLabel }: Props) {
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
              {copied ? copiedLabel : copyLabel}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Alert>
  )
}
