import { ActionIcon, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import type { SourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { QueuedUploads } from '#web/features/gallery/components/queued-uploads.tsx'
import { useCover } from '#web/lib/use-cover.ts'
import { Covered } from '#web/ui/covered.tsx'
import type { Many } from './use-many.ts'
import classes from './batch.module.css'
import { useTexts } from './texts.ts'

/** The images of an order that is being put together, each with what stands against it. */
export function ManyStage({
  many,
  problems,
}: {
  many: Many
  /** By place. */
  problems: ReadonlyMap<number, string>
}) {
  const t = useTexts()
  return (
    <div className={classes.chosen}>
      <QueuedUploads queue={many.queue} />
      <ul className={classes.tiles} aria-label={t('manyStage.label')}>
        {many.pictures.map((picture, index) => (
          <li key={picture.id}>
            <Thumb picture={picture} alt={t('manyStage.image', { number: index + 1 })} />
            <ActionIcon
              variant="default"
              size={32}
              className={classes.corner}
              aria-label={t('manyStage.remove', { number: index + 1 })}
              onClick={() => many.remove(picture.id)}
            >
              <IconX size={18} />
            </ActionIcon>
            {problems.has(index) && (
              <Text size="sm" c="red">
                {problems.get(index)}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Thumb({ picture, alt }: { picture: SourcePicture; alt: string }) {
  const { covered } = useCover(picture)
  return (
    <div className={classes.thumb}>
      <Covered covered={covered}>
        <img src={resizedImageUrl({ url: picture.url, width: 320, type: 'webp' })} alt={alt} />
      </Covered>
    </div>
  )
}
