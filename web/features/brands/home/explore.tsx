import { Button, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { CommunityImage } from '#contract/community.ts'
import { paths } from '#contract/paths.ts'
import { resizedImageUrl } from '#contract/values/resized-image.ts'
import classes from './home.module.css'
import { meanColorOf } from './mean-color.ts'
import { useTexts } from './texts.ts'

const SIZES = '(min-width: 48em) 14rem, 50vw'
const WIDTHS = [160, 256, 384, 512] as const

/** A plain `<img>`: `Picture` would bring the code of blurred previews to a page that shows these images far below. */
function FeedImage({ image, alt }: { image: CommunityImage; alt: string }) {
  const address = (width: (typeof WIDTHS)[number]) =>
    resizedImageUrl({ url: image.url, width, type: 'webp' })
  // Nothing is gained by enlarged copies.
  const widths = WIDTHS.filter((width) => width === WIDTHS[0] || width <= image.width)
  return (
    <img
      src={address(widths.includes(256) ? 256 : WIDTHS[0])}
      srcSet={widths.map((width) => `${address(width)} ${width}w`).join(', ')}
      sizes={SIZES}
      width={image.width}
      height={image.height}
      alt={alt}
      style={{ backgroundColor: image.blurhash ? meanColorOf(image.blurhash) : undefined }}
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
