import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { useId, useState } from 'react'
import { DOWNLOAD_EDGES } from '#contract/values/picture-download.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import type { ImageType } from '#contract/values/resized-image.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { Form } from '#web/ui/form.tsx'
import { downloadImage } from '../lib/download-image.ts'
import { useTexts } from './texts.ts'

const OWN = 'own'
const FORMATS: readonly ImageType[] = ['png', 'jpeg', 'webp']

/** Asks in which format and size an image is saved, and with what inside. */
export function SaveDialog({ image, onClose }: { image: PredictionImage; onClose: () => void }) {
  const t = useTexts()
  const [format, setFormat] = useState<ImageType>('png')
  const [edge, setEdge] = useState(OWN)
  const [isPlain, setPlain] = useState(false)
  const label = useId()
  const { width, height } = image
  const longest = Math.max(width, height)
  const sizes = DOWNLOAD_EDGES.filter((one) => one < longest).map((one) => ({
    value: String(one),
    label: t('save.smaller', {
      width: Math.max(1, Math.round((width * one) / longest)),
      height: Math.max(1, Math.round((height * one) / longest)),
    }),
  }))

  function save(): void {
    downloadImage(image, {
      format,
      ...(edge !== OWN && { edge }),
      ...(isPlain && { plain: '1' }),
    })
    onClose()
  }

  return (
    <Dialog opened onClose={onClose} title={t('save.title')} size={420}>
      <Form onSubmit={save}>
        <Stack gap="md">
          <div>
            <Text size="sm" fw={700} mb={8} id={label}>
              {t('save.format')}
            </Text>
            <Segments
              fullWidth
              aria-labelledby={label}
              value={format}
              onChange={(value) => setFormat(FORMATS.find((one) => one === value) ?? 'png')}
              data={FORMATS.map((type) => ({ value: type, label: type.toUpperCase() }))}
            />
            <Text size="xs" c="dimmed" mt={8}>
              {t(`save.about.${format}`)}
            </Text>
          </div>
          <Select
            label={t('save.size')}
            allowDeselect={false}
            value={edge}
            onChange={(value) => setEdge(value ?? OWN)}
            data={[{ value: OWN, label: t('save.own', { width, height }) }, ...sizes]}
          />
          <Switch
            label={t('save.plain')}
            description={t('save.plainHint')}
            checked={isPlain}
            onChange={({ currentTarget }) => setPlain(currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" h={44} onClick={onClose}>
              {t('save.cancel')}
            </Button>
            <Button type="submit" h={44}>
              {t('save.save')}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Dialog>
  )
}
