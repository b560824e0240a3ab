import { Button, Group, Stack } from '@mantine/core'
import type { StepProps } from './step-props.ts'

/** The administrator's own authenticator app: what stands between a stolen password and the console. */
export function SecurityStep({ onDone, skip, secondFactor }: StepProps) {
  return (
    <Stack>
      {secondFactor}
      <Group>
        <Button onClick={onDone}>Go on</Button>
        {skip}
      </Group>
    </Stack>
  )
}
