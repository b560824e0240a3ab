import { Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { Dropzone } from '@mantine/dropzone'
import '@mantine/dropzone/styles.layer.css'
import { useDisclosure } from '@mantine/hooks'
import { IconCamera, IconPhotoPlus, IconPhotoSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { TRAINING_PHOTOS } from '#contract/values/lora-trainings.ts'
import { UPLOAD_LIMITS, UPLOAD_TYPES } from '#contract/values/uploaded-images.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { useTexts } from '../texts.ts'
import classes from './studios.module.css'

const loadPicker = () =>
  import('#web/features/generate/source/source-picker.tsx').then(({ SourcePicker }) => SourcePicker)

/** Takes photos in: dropped, from the file dialog, of one's own images, and from a phone's camera. */
export function PhotoIntake({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const t = useTexts()
  const [picking, picker] = useDisclosure(false)
  const fetched = useMutation({
    mutationFn: async ({ id, url }: { id: string; url: string }) => {
      const answer = await fetch(url)
      if (!answer.ok) throw new Error(`The image answers ${answer.status}`)
      const image = await answer.blob()
      return new File([image], `${id}.${image.type.split('/')[1] ?? 'png'}`, { type: image.type })
    },
    onSuccess: (file) => onFiles([file]),
  })
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
      <Button
        variant="default"
        leftSection={<IconPhotoSearch size={18} aria-hidden="true" />}
        loading={fetched.isPending}
        style={{ alignSelf: 'flex-start' }}
        onClick={picker.open}
      >
        {t('photos.yours')}
      </Button>
      {picking && (
        <Deferred
          load={loadPicker}
          props={{
            verb: t('photos.add'),
            onClose: picker.close,
            onChoose: (id, { url }) => {
              fetched.mutate({ id, url })
              picker.close()
            },
          }}
        />
      )}
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
