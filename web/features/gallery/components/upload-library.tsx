import { Button, FileButton, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useWindowEvent } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { useCallback } from 'react'
import {
  UPLOAD_LIMITS,
  UPLOAD_TYPES,
  type UploadedImage,
  type UploadStorage,
} from '#contract/uploaded-images.ts'
import { formatBytes } from '#web/lib/format.ts'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useUploads } from '../api/use-uploads.ts'
import { useUploadQueue } from '../lib/use-upload-queue.ts'
import type { TileOf } from '../lib/tile-of.ts'
import { type GridLayout, ImageGrid } from './image-grid.tsx'
import { QueuedUploads } from './queued-uploads.tsx'
import { UploadTile } from './upload-tile.tsx'
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
  onChoose,
}: {
  verb: string
  onChoose: (id: string) => void
}) {
  const { list, storage } = useUploads()
  const queue = useUploadQueue()
  const tile: TileOf<UploadedImage> = useCallback(
    (image, index) => (
      <UploadTile
        image={image}
        name={`uploaded image ${index + 1}`}
        verb={verb}
        onChoose={onChoose}
      />
    ),
    [verb, onChoose],
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
        inputProps={{ 'aria-label': 'Upload images' }}
        aria-label="Upload images"
      >
        <span className={classes.dropText}>
          <IconPhotoPlus size={24} stroke={1.5} />
          <Text span size="sm" fw={700}>
            Drop, paste or choose images
          </Text>
          <Text span size="xs" c="dimmed">
            JPEG, PNG, WebP, HEIC or GIF, up to {UPLOAD_LIMITS.bytes / 1024 ** 2} MB each. Only you
            see them; place and camera data are removed.
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
            Take a photo
          </Button>
        )}
      </FileButton>
      {storage && <Room storage={storage} />}
      <QueuedUploads queue={queue} />
      {list.isError && <ErrorState what="Your uploads could not be loaded." onRetry={list.retry} />}
      {!list.isPending &&
        !list.isError &&
        list.cells.length === 0 &&
        queue.uploads.length === 0 && <EmptyState text="Images that you upload will be here." />}
      <ImageGrid list={list} label="Uploaded images" layout={LAYOUT} tile={tile} />
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
  const { used_bytes: used, limit_bytes: limit, keep_days: days } = storage
  const share = Math.min(100, (used / limit) * 100)
  return (
    <div>
      <Group justify="space-between" gap={4} mb={4}>
        <Text size="sm" className={classes.numbers}>
          {formatBytes(used)} of {formatBytes(limit)} used
        </Text>
        <Text size="sm" c="dimmed">
          Deleted {days} days after the upload
        </Text>
      </Group>
      <Progress
        value={share}
        color={share >= 90 ? 'orange' : 'pink'}
        size="sm"
        aria-label="Storage used"
      />
    </div>
  )
}
