import { Badge, Button, FileButton, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useWindowEvent } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { type LoraTraining, TRAINING_PHOTOS } from '#contract/lora-trainings.ts'
import { UPLOAD_LIMITS, UPLOAD_TYPES } from '#contract/uploaded-images.ts'
import { usePhotoActs } from '../api/use-studios.ts'
import { canStart, formatDay, isBusy } from '../lib/look.ts'
import { usePhotoQueue } from '../lib/use-photo-queue.ts'
import { useTexts } from '../texts.ts'
import { Findings, PhotoTile } from './photo-tile.tsx'
import classes from './studios.module.css'

const COLORS = { green: 'green', amber: 'yellow', red: 'red' } as const

/** The photos of a studio: added by dropping, pasting, the file dialog and a phone's camera, and what the coach says. */
export function PhotoCoach({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const { id, lora_training_images: photos, coach, retention_ends_at: end } = studio
  const { describe, remove } = usePhotoActs(id)
  const queue = usePhotoQueue(id)
  const isFixed = isBusy(studio)
  useWindowEvent('paste', ({ clipboardData }) => {
    const files = [...(clipboardData?.files ?? [])].filter(({ type }) => type.startsWith('image/'))
    if (files.length > 0 && canStart(studio)) queue.add(files)
  })
  return (
    <section aria-labelledby="photos">
      <Group justify="space-between" mb="xs">
        <Title order={2} fz="lg" id="photos">
          {t('photos.title')}
        </Title>
        {canStart(studio) && (
          <Badge color={COLORS[coach.level]} variant="light" size="lg" tt="none" role="status">
            {t(`level.${coach.level}`)}
          </Badge>
        )}
      </Group>
      <Stack gap="md">
        {canStart(studio) && photos.length < TRAINING_PHOTOS.most && <Intake onFiles={queue.add} />}
        <div role="status">
          {queue.waiting.map(({ id: queued, name }) => (
            <Group key={queued} gap="xs">
              <Loader size="xs" />
              <Text size="sm">{t('photos.sending', { name })}</Text>
            </Group>
          ))}
        </div>
        {queue.problems.map(({ id: queued, name, message }) => (
          <Text key={queued} size="sm" c="red" role="alert">
            {name}: {message}
          </Text>
        ))}
        {coach.findings.length > 0 && <Findings findings={coach.findings} />}
        {photos.length > 0 && (
          <ul className={classes.photos} aria-label={t('photos.list')}>
            {photos.map((photo, at) => (
              <PhotoTile
                key={photo.id}
                photo={photo}
                number={at + 1}
                isFixed={isFixed}
                onDescribe={(caption) => describe.mutate({ image: photo.id, caption })}
                onDelete={() => remove.mutate(photo.id)}
              />
            ))}
          </ul>
        )}
        <Text size="sm" c="dimmed">
          {t('photos.private')} {end !== null && t('photos.retention', { day: formatDay(end) })}
        </Text>
      </Stack>
    </section>
  )
}

function Intake({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const t = useTexts()
  return (
    <Stack gap="xs">
      <Dropzone
        accept={[...UPLOAD_TYPES]}
        onDrop={onFiles}
        // The server says what is wrong with a file; here it would only be passed over.
        onReject={(rejections) => onFiles(rejections.map(({ file }) => file))}
        p="md"
        inputProps={{ 'aria-label': t('photos.drop') }}
        aria-label={t('photos.drop')}
      >
        <Group gap="sm" wrap="nowrap">
          <IconPhotoPlus size={28} stroke={1.5} aria-hidden="true" />
          <div>
            <Text fw={700}>{t('photos.drop')}</Text>
            <Text size="sm" c="dimmed">
              {t('photos.formats', {
                ...TRAINING_PHOTOS,
                megabytes: UPLOAD_LIMITS.bytes / 1024 ** 2,
              })}
            </Text>
          </div>
        </Group>
      </Dropzone>
      <FileButton
        accept="image/*"
        capture="environment"
        onChange={(photo) => photo && onFiles([photo])}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            className={classes.camera}
            leftSection={<IconCamera size={18} aria-hidden="true" />}
          >
            {t('photos.take')}
          </Button>
        )}
      </FileButton>
    </Stack>
  )
}
