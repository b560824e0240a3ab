import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import type { Job } from '#contract/inference-jobs.ts'
import { useTexts } from './texts.ts'
import { useEndNotification } from './use-end-notification.ts'

/** Notifies of the ends of jobs, and offers it while something is awaited and the browser has not been asked. */
export function NotifyButton({ jobs }: { jobs: readonly Job[] }) {
  const t = useTexts()
  const ask = useEndNotification(jobs)
  if (ask === null) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      mb="sm"
      ms={-8}
      leftSection={<IconBell size={16} aria-hidden="true" />}
      onClick={ask}
    >
      {t('notify.ask')}
    </Button>
  )
}
