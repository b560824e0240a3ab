import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { loadSecondFactor } from '#web/features/accounts/index.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import type { StepProps } from './step-props.ts'

/** The administrator's own authenticator app: what stands between a stolen password and the console. */
export function SecurityStep({ onDone, skip }: StepProps) {
  return (
    <Stack>
      <Deferred load={loadSecondFactor} props={{}} fallback={<Skeleton h={80} />} />
      <Group>
        <Button onClick={onDone}>Go on</Button>
        {skip}
      </Group>
    </Stack>
  )
}
