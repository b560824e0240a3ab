import { ActionIcon, Button, Group, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCrop,
  IconInfoCircle,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { PhotoCrop, PhotoFinding, TrainingPhoto } from '#contract/lora-trainings.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { percentOf } from '../lib/crop.ts'
import { useTexts } from '../texts.ts'
import classes from './studios.module.css'

const ICONS = { red: IconAlertTriangle, amber: IconInfoCircle, green: IconCircleCheck }

/** What the coach found, as a list. */
export function Findings({ findings }: { findings: readonly PhotoFinding[] }) {
  const t = useTexts()
  return (
    <ul className={classes.findings}>
      {findings.map(({ code, level, message }) => {
        const Icon = ICONS[level]
        return (
          <li key={code} className={classes.finding} data-level={level}>
            <Icon size={18} aria-hidden="true" />
            {t(`finding.${level}`, { message })}
          </li>
        )
      })}
    </ul>
  )
}

const loadCrop = () => import('./crop-photo.tsx').then(({ CropPhoto }) => CropPhoto)

/** A photo of a studio with what the coach says of it. */
export function PhotoTile({
  photo,
  number,
  isFixed,
  isFraming,
  onDescribe,
  onFrame,
  onDelete,
}: {
  photo: TrainingPhoto
  number: number
  /** It is being learned from. */
  isFixed: boolean
  isFraming: boolean
  onDescribe(caption: string): void
  onFrame(crop: PhotoCrop, done: () => void): void
  onDelete(): void
}) {
  const t = useTexts()
  const [caption, setCaption] = useState(photo.caption)
  const [isCropping, cropping] = useDisclosure(false)
  const { image: url, width, height, findings } = photo
  return (
    <li className={classes.photo}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={700} size="sm">
          {t('photos.number', { number })}
        </Text>
        {!isFixed && (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('photos.delete', { number })}
            onClick={onDelete}
          >
            <IconTrash size={18} />
          </ActionIcon>
        )}
      </Group>
      <div
        className={classes.framed}
        style={{
          aspectRatio: `${width} / ${height}`,
          width: `min(100%, ${(14 * width) / height}rem)`,
        }}
      >
        <Picture
          image={{ url, width, height, alt: t('photos.number', { number }) }}
          sizes="(min-width: 62em) 240px, 90vw"
        />
        <div
          className={classes.cropShown}
          style={percentOf(photo.crop, photo)}
          aria-hidden="true"
        />
      </div>
      {!isFixed && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconCrop size={16} aria-hidden="true" />}
          aria-label={t('crop.open', { number })}
          onClick={cropping.open}
        >
          {t('crop.button')}
        </Button>
      )}
      {isCropping && (
        <Deferred
          load={loadCrop}
          props={{
            photo,
            number,
            isSaving: isFraming,
            onSave: (crop) => onFrame(crop, cropping.close),
            onClose: cropping.close,
          }}
        />
      )}
      <Findings
        findings={
          findings.length > 0
            ? findings
            : [{ code: 'good', level: 'green', message: t('photos.good') }]
        }
      />
      <TextInput
        aria-label={t('photos.caption', { number })}
        size="sm"
        value={caption}
        maxLength={300}
        readOnly={isFixed}
        onChange={({ currentTarget }) => setCaption(currentTarget.value)}
        onBlur={() => caption !== photo.caption && onDescribe(caption)}
      />
    </li>
  )
}
