import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { usePaymentsMode } from '../lib/use-plans.ts'
import { texts } from '../texts.ts'

/** Says before anybody presses a button that nothing can be bought, or that no money moves. */
export function PaymentsNotice() {
  const mode = usePaymentsMode()
  if (mode !== 'off' && mode !== 'test') return null
  const { title, message } = mode === 'off' ? texts.paymentsOff : texts.paymentsTest
  return (
    <Alert
      color={mode === 'off' ? 'yellow' : 'blue'}
      icon={<IconInfoCircle aria-hidden />}
      title={title}
      mb="lg"
    >
      {message}
    </Alert>
  )
}
