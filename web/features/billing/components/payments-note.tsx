import { Text } from '@mantine/core'
import { texts } from '../texts.ts'

/** Why the buttons beside it cannot be pressed. */
export function PaymentsNote() {
  return (
    <Text id="payments-note" c="dimmed" maw={620}>
      {texts.notOpen}
    </Text>
  )
}
