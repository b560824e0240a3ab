import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton, Title, UnstyledButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { nameImages } from '#web/lib/name-image.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSite } from '#web/lib/site.ts'
import { useCover } from '#web/lib/use-cover.ts'
import { Covered, useUncoverLabel } from '#web/ui/covered.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import classes from './dashboard.module.css'
import { useTexts } from '../texts.ts'

const SHOWN = 12

function RecentPicture({ image, alt }: { image: PredictionImage; alt: string }) {
  const uncoverLabel = useUncoverLabel()
  const { covered, reveal } = useCover(image)
  const link = useRef<HTMLAnchorElement>(null)
  const uncovering = useRef(false)
  // The focus stays where the button was.
  useEffect(() => {
    if (!covered && uncovering.current) link.current?.focus()
    uncovering.current = false
  }, [covered])
  const picture = (
    <Picture
      image={{ ...image, alt }}
      sizes="(min-width: 75em) 190px, (min-width: 48em) 23vw, 45vw"
      className={classes.square}
    />
  )
  if (covered) {
    return (
      <UnstyledButton
        className={classes.pictureLink}
        aria-label={uncoverLabel}
        onClick={() => {
          uncovering.current = true
          reveal()
        }}
      >
        <Covered covered>{picture}</Covered>
      </UnstyledButton>
    )
  }
  return (
    <Link
      ref={link}
      to={paths.textToImage.link({ view: image.id })}
      className={classes.pictureLink}
    >
      {picture}
    </Link>
  )
}

/** The newest pictures; each opens in the viewer of the create page. */
export function RecentPictures() {
  const t = useTexts()
  const { brand, has } = useSite()
  const [example = ''] = brand.hero.examples
  const canDraw = has('text_to_image') && pageOfFeature('text_to_image') !== null
  const recent = useQuery({
    queryKey: queryKeys.recentImages,
    queryFn: ({ signal }) =>
      call(api.predictionImages.list, { query: { limit: String(SHOWN) } }, { signal }),
    refetchOnMount: 'always',
  })
  const images = recent.data?.results
  return (
    <section aria-labelledby="recent">
      <Title order={2} fz="lg" id="recent" mb="md">
        {t('recentPictures.recentImages')}
      </Title>
      {recent.isError && !images && (
        <ErrorState what={t('recentPictures.loadFailed')} onRetry={() => void recent.refetch()} />
      )}
      {!images && !recent.isError && (
        <div className={classes.pictures}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className={classes.square} />
          ))}
        </div>
      )}
      {images?.length === 0 && (
        <EmptyState
          picture="red-fox-3d-style"
          text={t('recentPictures.empty')}
          action={
            canDraw && (
              <Button component={Link} to={paths.textToImage.link({ prompt: example })}>
                {t('recentPictures.try', { example })}
              </Button>
            )
          }
        />
      )}
      {images && images.length > 0 && (
        <ul className={classes.pictures}>
          {images.map((image) => (
            <li key={image.id}>
              <RecentPicture image={image} alt={nameImages(images)(image).alt} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
