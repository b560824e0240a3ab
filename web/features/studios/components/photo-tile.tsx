import { ActionIcon, Group, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconInfoCircle, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { PhotoFinding, TrainingPhoto } from '#contract/lora-trainings.ts'
import { Picture } from '#web/ui/picture.tsx'
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

/** A photo of a studio with what the coach says of it. */
export function PhotoTile({
  photo,
  number,
  isFixed,
  onDescribe,
  onDelete,
}: {
  photo: TrainingPhoto
  number: number
  /** It is being learned from. */
  isFixed: boolean
  onDescribe(caption: string): void
  onDelete(): void
}) {
  const t = useTexts()
  const [caption, setCaption] = useState(photo.caption)
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
      <Picture
        image={{ url, width, height, alt: t('photos.number', { number }) }}
        sizes="(min-width: 62em) 240px, 90vw"
      />
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
