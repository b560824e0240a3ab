import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { usePlans } from '../lib/use-plans.ts'
import { useTexts } from './texts.ts'

/** Says before anybody presses a button that nothing can be bought, or that no money moves. */
export function PaymentsNotice() {
  const t = useTexts()
  const { data } = usePlans()
  const mode = data?.payments
  if (mode !== 'off' && mode !== 'test') return null
  const off = data?.plans.length === 0 ? 'nothingSold' : 'paymentsOff'
  const notice = mode === 'off' ? off : 'paymentsTest'
  return (
    <Alert
      color={mode === 'off' ? 'yellow' : 'blue'}
      icon={<IconInfoCircle aria-hidden />}
      title={t(`notice.${notice}.title`)}
      mb="lg"
    >
      {t(`notice.${notice}.message`)}
    </Alert>
  )
}
