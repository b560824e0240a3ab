import { Button, CloseButton, Group, Progress, Stack, Text } from '@mantine/core'
import { Problem } from '#web/ui/problem.tsx'
import type { QueuedUpload, useUploadQueue } from '../lib/use-upload-queue.ts'
import { type GalleryTexts, useTexts } from '../texts.ts'
import classes from './uploads.module.css'

/** The files on their way, each with its progress or with what was wrong with it. */
export function QueuedUploads({ queue }: { queue: ReturnType<typeof useUploadQueue> }) {
  const t = useTexts()
  if (queue.uploads.length === 0) return null
  return (
    <Stack gap="xs" role="list" aria-label={t('queuedUploads.label')}>
      {queue.uploads.map((upload) => (
        <div key={upload.key} role="listitem" className={classes.queued}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" truncate>
              {upload.file.name}
            </Text>
            {upload.problem === null ? (
              <Text size="sm" c="dimmed" className={classes.state}>
                {stateOf(upload, t)}
              </Text>
            ) : (
              <Group gap={4} wrap="nowrap">
                <Button variant="subtle" size="compact-sm" onClick={() => queue.retry(upload.key)}>
                  {t('queuedUploads.tryAgain')}
                </Button>
                <CloseButton
                  aria-label={t('queuedUploads.dismiss', { file: upload.file.name })}
                  onClick={() => queue.dismiss(upload.key)}
                />
              </Group>
            )}
          </Group>
          {upload.problem === null ? (
            <Progress
              value={upload.sent * 100}
              size="xs"
              animated={upload.sent === 1}
              aria-label={t('queuedUploads.progress', { file: upload.file.name })}
            />
          ) : (
            <Problem>{upload.problem}</Problem>
          )}
        </div>
      ))}
    </Stack>
  )
}

function stateOf({ sent }: QueuedUpload, t: GalleryTexts): string {
  if (sent === 0) return t('queuedUploads.waiting')
  return sent < 1 ? `${Math.floor(sent * 100)} %` : t('queuedUploads.preparing')
}
