import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { CommunityImage } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { Picture } from '#web/ui/picture.tsx'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

const SIZES = '(min-width: 48em) 14rem, 50vw'

/** The first images of the feed. */
export function Explore({ images }: { images: readonly CommunityImage[] }) {
  const t = useTexts()
  return (
    <section aria-labelledby="explore">
      <div className={classes.sectionHead}>
        <div>
          <Title order={2} id="explore">
            {t('explore.explore')}
          </Title>
          <Text c="dimmed" mt="xs">
            {t('explore.hint')}
          </Text>
        </div>
        <Button component={Link} to={paths.exploreImages.link()} variant="default">
          {t('explore.all')}
        </Button>
      </div>
      <div className={classes.gallery}>
        {images.map((image) => (
          <Link
            key={image.id}
            className={classes.galleryLink}
            to={paths.exploreImage.link(image.id)}
          >
            <Picture
              image={{ ...image, alt: image.alt || (image.prompt ?? t('explore.untitled')) }}
              sizes={SIZES}
            />
          </Link>
        ))}
      </div>
    </section>
  )
}
