import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { SharedImage } from '#contract/prediction-images.ts'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
import { Uncover } from '#web/ui/covered.tsx'
import { useTexts } from '../texts.ts'
import classes from './shared-image.module.css'

/** An image for everybody who has its link, with its prompt where the owner shows it. */
export function SharedImagePage({ image }: { image: SharedImage }) {
  const t = useTexts()
  const { brand, has } = useSite()
  const [isCovered, setCovered] = useState(image.rating === 'Mature' || image.rating === 'X')
  const canDraw = has('text_to_image') && pageOfFeature('text_to_image') !== null
  const { url, video, width, height, prompt, dominant_color: color } = image
  const alt = image.alt || (prompt ?? t('shared.alone'))
  return (
    <article className={classes.page}>
      <Title order={1} fz="lg">
        {t('shared.alone')}
      </Title>
      <div
        className={classes.frame}
        style={{
          maxWidth: Math.min(width, (width / height) * 900),
          background: color ?? undefined,
        }}
      >
        {video !== null && !isCovered ? (
          // What a service says in it comes without words to show.
          // oxlint-disable-next-line jsx-a11y/media-has-caption
          <video
            className={classes.image}
            src={video}
            poster={url}
            width={width}
            height={height}
            aria-label={alt}
            controls
            loop
            playsInline
            preload="metadata"
          />
        ) : (
          <img
            className={classes.image}
            src={url}
            width={width}
            height={height}
            alt={alt}
            data-covered={isCovered || undefined}
          />
        )}
        {isCovered && <Uncover onClick={() => setCovered(false)} />}
      </div>
      <Stack className={classes.about} gap="xs">
        {prompt !== null && (
          <>
            <Title order={2} fz="md">
              {t('shared.prompt')}
            </Title>
            <Text>{prompt}</Text>
          </>
        )}
        <Text size="sm" c="dimmed">
          {t('shared.madeWith', { site: brand.name })}
        </Text>
      </Stack>
      {canDraw && (
        <Group>
          <Button
            component={Link}
            h={44}
            to={paths.textToImage.link(prompt === null ? {} : { prompt })}
          >
            {t(prompt === null ? 'shared.make' : 'shared.remix')}
          </Button>
        </Group>
      )}
    </article>
  )
}
