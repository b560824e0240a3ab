import { Badge, Group, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { TRAINING_PHOTOS } from '#contract/values/lora-trainings.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Problem } from '#web/ui/problem.tsx'
import { usePhotoActions } from '../api/use-studios.ts'
import { canStart, formatDay, isBusy } from '../lib/look.ts'
import { usePhotoQueue } from '../lib/use-photo-queue.ts'
import { useTexts } from '../texts.ts'
import { Findings, PhotoTile } from './photo-tile.tsx'
import classes from './studios.module.css'

const loadIntake = () => import('./photo-intake.tsx').then(({ PhotoIntake }) => PhotoIntake)
const COLORS = { green: 'green', amber: 'yellow', red: 'red' } as const

/** The photos of a studio: added by dropping, pasting, the file dialog and a phone's camera, and what the coach says. */
export function PhotoCoach({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const { id, lora_training_images: photos, coach, retention_ends_at: end } = studio
  const { describe, frame, remove } = usePhotoActions(id)
  const queue = usePhotoQueue(id, photos)
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
        {canStart(studio) && photos.length < TRAINING_PHOTOS.most && (
          <Deferred
            load={loadIntake}
            props={{ onFiles: queue.add }}
            fallback={<Skeleton h={132} radius={8} />}
          />
        )}
        <div role="status">
          {queue.waiting.map(({ id: queued, name, findings }) => (
            <div key={queued}>
              <Group gap="xs">
                <Loader size="xs" />
                <Text size="sm">{t('photos.sending', { name })}</Text>
              </Group>
              {findings && findings.length > 0 && (
                <Findings
                  findings={findings.map(({ code, level, values }) => ({
                    code,
                    level,
                    message: t(`pixels.${code}`, values),
                  }))}
                />
              )}
            </div>
          ))}
        </div>
        {queue.problems.map(({ id: queued, name, message }) => (
          <Problem key={queued}>
            {name}: {message}
          </Problem>
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
                onFrame={(crop, done) =>
                  frame.mutate({ image: photo.id, crop }, { onSuccess: done })
                }
                isFraming={frame.isPending}
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
