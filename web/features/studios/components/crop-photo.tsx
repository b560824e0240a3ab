import { Button, Group, Slider, Stack, Text } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { PhotoCrop, TrainingPhoto } from '#contract/lora-trainings.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LEAST_CROP, moved, percentOf, sized } from '../lib/crop.ts'
import { useTexts } from '../texts.ts'
import classes from './studios.module.css'

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Moves the square of a photo that is learned from, by pointer and by keys, and makes it larger or smaller. */
export function CropPhoto({
  photo,
  number,
  isSaving,
  onSave,
  onClose,
}: {
  photo: TrainingPhoto
  number: number
  isSaving: boolean
  onSave(crop: PhotoCrop): void
  onClose(): void
}) {
  const t = useTexts()
  const [crop, setCrop] = useState(photo.crop)
  const stage = useRef<HTMLDivElement>(null)
  const held = useRef<{ x: number; y: number; crop: PhotoCrop } | null>(null)
  const most = Math.min(photo.width, photo.height)
  const least = Math.min(LEAST_CROP, most)

  function drag({ clientX, clientY }: PointerEvent): void {
    const width = stage.current?.clientWidth ?? 0
    if (!held.current || width === 0) return
    const { x, y, crop: from } = held.current
    const scale = photo.width / width
    setCrop(moved(from, photo, (clientX - x) * scale, (clientY - y) * scale))
  }

  function step(event: KeyboardEvent): void {
    const way = STEPS[event.key]
    if (!way) return
    event.preventDefault()
    const pixels = Math.max(1, Math.round((event.shiftKey ? 0.1 : 0.02) * most))
    setCrop((before) => moved(before, photo, way[0] * pixels, way[1] * pixels))
  }

  return (
    <Dialog opened onClose={onClose} title={t('crop.title', { number })} size={560}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('crop.hint')}
        </Text>
        <div
          ref={stage}
          className={classes.cropStage}
          style={{ aspectRatio: `${photo.width} / ${photo.height}` }}
        >
          <img src={photo.image} alt={t('photos.number', { number })} draggable={false} />
          <button
            type="button"
            className={classes.cropSquare}
            style={percentOf(crop, photo)}
            aria-label={t('crop.square')}
            onKeyDown={step}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId)
              held.current = { x: event.clientX, y: event.clientY, crop }
            }}
            onPointerMove={drag}
            onPointerUp={() => (held.current = null)}
            onPointerCancel={() => (held.current = null)}
          />
        </div>
        <div>
          <Text size="sm" mb={4}>
            {t('crop.size')}
          </Text>
          <Slider
            min={least}
            max={most}
            value={crop.size}
            label={null}
            thumbLabel={t('crop.size')}
            onChange={(size) => setCrop((before) => sized(before, photo, size))}
          />
        </div>
        <Text size="sm" c="dimmed" className="tabular" role="status">
          {t('crop.at', { ...crop })}
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('crop.cancel')}
          </Button>
          <Button loading={isSaving} onClick={() => onSave(crop)}>
            {t('crop.save')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
