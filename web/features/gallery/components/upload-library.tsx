import { Button, FileButton, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useWindowEvent } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { useCallback } from 'react'
import type { UploadedImage, UploadStorage } from '#contract/uploaded-images.ts'
import { UPLOAD_LIMITS, UPLOAD_TYPES } from '#contract/values/uploaded-images.ts'
import { formatBytes } from '#web/lib/format.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useUploads } from '../api/use-uploads.ts'
import { useUploadQueue } from '../lib/use-upload-queue.ts'
import type { TileOf } from '../lib/tile-of.ts'
import { type GridLayout, ImageGrid } from './image-grid.tsx'
import { QueuedUploads } from './queued-uploads.tsx'
import { UploadTile } from './upload-tile.tsx'
import { useTexts } from '../texts.ts'
import classes from './uploads.module.css'

/** Squares with the day of their end below. */
const LAYOUT: GridLayout = { kind: 'squares', least: 112, below: 24 }

/**
 * What a person uploaded, to look at, to add to and to choose from: by dropping, pasting, the file dialog, and the
 * camera of a phone.
 * @param props.verb what choosing does, as in "Start from"
 */
export function UploadLibrary({
  verb,
  chosen,
  onChoose,
}: {
  verb: string
  /** Ids of several that are chosen; left out where one is. */
  chosen?: ReadonlySet<string> | undefined
  onChoose: (id: string, image: UploadedImage) => void
}) {
  const t = useTexts()
  const { list, storage } = useUploads()
  const queue = useUploadQueue()
  const tile: TileOf<UploadedImage> = useCallback(
    (image, index) => (
      <UploadTile
        image={image}
        name={t('uploadLibrary.name', { number: index + 1 })}
        verb={verb}
        chosen={chosen?.has(image.id)}
        onChoose={onChoose}
      />
    ),
    [verb, chosen, onChoose, t],
  )
  useWindowEvent('paste', ({ clipboardData }) => {
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length > 0) queue.add(files)
  })
  return (
    <Stack gap="md">
      <Dropzone
        className={classes.drop}
        accept={[...UPLOAD_TYPES]}
        onDrop={queue.add}
        // The server says what is wrong with a file; here it would only be passed over.
        onReject={(rejections) => queue.add(rejections.map(({ file }) => file))}
        p="sm"
        inputProps={{ 'aria-label': t('uploadLibrary.upload') }}
        aria-label={t('uploadLibrary.upload')}
      >
        <span className={classes.dropText}>
          <IconPhotoPlus size={24} stroke={1.5} />
          <Text span size="sm" fw={700}>
            {t('uploadLibrary.drop')}
          </Text>
          <Text span size="xs" c="dimmed">
            {t('uploadLibrary.formats', { megabytes: UPLOAD_LIMITS.bytes / 1024 ** 2 })}
          </Text>
        </span>
      </Dropzone>
      <FileButton
        accept="image/*"
        capture="environment"
        onChange={(photo) => photo && queue.add([photo])}
      >
        {(props) => (
          <Button
            {...props}
            className={classes.camera}
            variant="default"
            leftSection={<IconCamera size={18} />}
          >
            {t('uploadLibrary.takePhoto')}
          </Button>
        )}
      </FileButton>
      {storage && <Room storage={storage} />}
      <QueuedUploads queue={queue} />
      {list.isError && <ErrorState what={t('uploadLibrary.failed')} onRetry={list.retry} />}
      {!list.isPending &&
        !list.isError &&
        list.cells.length === 0 &&
        queue.uploads.length === 0 && (
          <EmptyState picture="rocket-3d-style-on-sky-background" text={t('uploadLibrary.empty')} />
        )}
      <ImageGrid list={list} label={t('uploadLibrary.list')} layout={LAYOUT} tile={tile} />
      {list.isPending && (
        <div className={classes.waiting}>
          {Array.from({ length: 8 }, (_, index) => (
            <Skeleton key={index} h={112} radius={12} />
          ))}
        </div>
      )}
    </Stack>
  )
}

/** What is used of what the plan has, and how long it stays. */
function Room({ storage }: { storage: UploadStorage }) {
  const t = useTexts()
  const { used_bytes: used, limit_bytes: limit, keep_days: days } = storage
  const share = Math.min(100, (used / limit) * 100)
  return (
    <div>
      <Group justify="space-between" gap={4} mb={4}>
        <Text size="sm" className={classes.numbers}>
          {t('uploadLibrary.used', { used: formatBytes(used), limit: formatBytes(limit) })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('uploadLibrary.keep', { days })}
        </Text>
      </Group>
      <Progress
        value={share}
        {...(share >= 90 && { color: 'orange' })}
        size="sm"
        aria-label={t('uploadLibrary.storage')}
      />
    </div>
  )
}
