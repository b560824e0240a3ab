import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import type { CSSProperties } from 'react'
import { Link } from 'react-router'
import type { CommunityImage } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { Picture } from '#web/ui/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { useImage, useSimilarImages } from '../api/use-images.ts'
import { useTexts } from '../texts.ts'
import { Comments } from './comments.tsx'
import { CreatorLink } from './creator-link.tsx'
import classes from './explore.module.css'
import { FavoriteButton, FavoriteCollection } from './favorite-button.tsx'
import { ImageMasonry } from './image-masonry.tsx'
import { ImageSettings } from './image-settings.tsx'
import { LikeButton } from './like-button.tsx'
import { RemixButton } from './remix-button.tsx'
import { ReportLink } from './report-link.tsx'
import { Tags } from './tags.tsx'

/** One published image: how it was made, by whom, and what people say to it. */
export function ImagePage({ first }: { first: CommunityImage }) {
  const t = useTexts()
  const { data: image, isError, refetch } = useImage(first.id, first)
  if (image) return <Detail image={image} />
  if (isError) return <ErrorState what={t('image.failed')} onRetry={() => void refetch()} />
  return (
    <EmptyState
      text={t('image.gone')}
      action={
        <Button component={Link} to={paths.exploreImages.link()} variant="default">
          {t('images.showAll')}
        </Button>
      }
    />
  )
}

function Detail({ image }: { image: CommunityImage }) {
  const t = useTexts()
  const { id, width, height, prompt, alt, creator, tags, credit, remix_of: origin } = image
  const shape = { '--shown-width': `${width}px`, '--shape': width / height } as CSSProperties
  const title = alt || (prompt ?? t('image.untitled'))
  return (
    <>
      <Anchor
        component={Link}
        to={paths.exploreImages.link()}
        size="sm"
        display="inline-block"
        mb="sm"
      >
        {t('images.title')}
      </Anchor>
      <div className={classes.columns}>
        <div className={classes.stage} style={shape}>
          <div>
            <Picture
              image={{ ...image, alt: title }}
              sizes={`(min-width: 62em) min(${width}px, 60vw), 100vw`}
              eager
            />
          </div>
        </div>
        <Stack gap="md">
          <Title order={1} fz="xl" lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Title>
          <Group justify="space-between">
            <CreatorLink creator={creator} />
            <Text size="sm" c="dimmed">
              {formatUtcDay(image.created_at)}
            </Text>
          </Group>
          <Group gap="sm">
            <LikeButton image={image} />
            <FavoriteButton image={id} />
            <RemixButton image={image} />
            {!image.is_own && <ReportLink query={{ image: id }} label={t('report.image')} />}
          </Group>
          <FavoriteCollection image={id} />
          {origin !== null && (
            <Anchor component={Link} to={paths.exploreImage.link(origin)} size="sm">
              {t('image.remixOf')}
            </Anchor>
          )}
          <ImageSettings image={image} />
          {credit !== null && (
            <Text size="sm" c="dimmed">
              {t('image.credit', { credit })}
            </Text>
          )}
          <Tags tags={tags} linkOf={(tag) => paths.exploreImages.link({ tag })} />
        </Stack>
      </div>
      <Comments key={id} image={id} />
      <Similar id={id} />
    </>
  )
}

function Similar({ id }: { id: string }) {
  const t = useTexts()
  const { data, isError, refetch } = useSimilarImages(id)
  if (data?.results.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby="similar">
      <Title order={2} id="similar" fz="lg" mb="sm">
        {t('image.similar')}
      </Title>
      {isError && <ErrorState what={t('images.failed')} onRetry={() => void refetch()} />}
      {data && <ImageMasonry images={data.results} label={t('image.similar')} />}
    </section>
  )
}
