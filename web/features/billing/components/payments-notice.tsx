import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { usePlans } from '../lib/use-plans.ts'
import { texts } from '../texts.ts'

/** Says before anybody presses a button that nothing can be bought, or that no money moves. */
export function PaymentsNotice() {
  const { data } = usePlans()
  const mode = data?.payments
  if (mode !== 'off' && mode !== 'test') return null
  const off = data?.plans.length === 0 ? texts.nothingSold : texts.paymentsOff
  const { title, message } = mode === 'off' ? off : texts.paymentsTest
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
