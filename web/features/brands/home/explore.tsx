import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { CommunityImage } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { resizedImageUrl } from '#contract/resized-image.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

const SIZES = '(min-width: 48em) 14rem, 50vw'
const WIDTHS = [160, 256, 384, 512] as const

/** An image far down the page: a plain one, so that the page is lighter by the code that blurs what is not there yet. */
function FeedImage({ image, alt }: { image: CommunityImage; alt: string }) {
  const address = (width: (typeof WIDTHS)[number]) =>
    resizedImageUrl({ url: image.url, width, type: 'webp' })
  return (
    <img
      src={address(256)}
      srcSet={WIDTHS.map((width) => `${address(width)} ${width}w`).join(', ')}
      sizes={SIZES}
      width={image.width}
      height={image.height}
      alt={alt}
      loading="lazy"
      decoding="async"
    />
  )
}

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
            <FeedImage image={image} alt={image.alt || (image.prompt ?? t('explore.untitled'))} />
          </Link>
        ))}
      </div>
    </section>
  )
}
