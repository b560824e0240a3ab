import { Button, Group, Stack } from '@mantine/core'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'

/** The administrator's own authenticator app: what stands between a stolen password and the console. */
export function SecurityStep({ onDone, skip, secondFactor }: StepProps) {
  const t = useTexts()
  return (
    <Stack>
      {secondFactor}
      <Group>
        <Button onClick={onDone}>{t('goOn')}</Button>
        {skip}
      </Group>
    </Stack>
  )
}
