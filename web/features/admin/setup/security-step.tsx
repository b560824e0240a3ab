import { Button, Group } from '@mantine/core'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'

/** The administrator's own authenticator app: what stands between a stolen password and the console. It is done once one is set up. */
export function SecurityStep({ onDone, skip, renderSecondFactor }: StepProps) {
  const t = useTexts()
  return renderSecondFactor((isOn) => (
    <Group>{isOn ? <Button onClick={onDone}>{t('goOn')}</Button> : skip}</Group>
  ))
}
