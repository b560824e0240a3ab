import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Feature } from '#contract/features.ts'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

/** Size of the pictures, as `scripts/make-tool-images.ts` makes them. */
const CARD = { width: 640, height: 480 }

/** What is best first. */
const TOOLS = [
  {
    feature: 'professional_headshots',
    name: 'headshots',
    to: paths.createHeadshots.link(),
    picture: '/tools/headshot-card.webp',
  },
  {
    feature: 'instant_avatars',
    name: 'avatars',
    to: paths.instantAvatars.link(),
    picture: '/tools/avatars-card.webp',
  },
  {
    feature: 'upscale_image',
    name: 'upscale',
    to: paths.upscaleImage.link(),
    picture: '/tools/upscale-card.webp',
  },
  {
    feature: 'img_editor',
    name: 'editor',
    to: paths.imgEditor.link(),
    picture: '/tools/editor-card.webp',
  },
  {
    feature: 'text_to_video',
    name: 'video',
    to: paths.textToVideo.link(),
    picture: '/tools/video-card.webp',
  },
  {
    feature: 'train_model',
    name: 'training',
    to: paths.studios.link(),
    picture: '/tools/studio-card.webp',
  },
] as const satisfies { feature: Feature; name: string; to: string; picture: string }[]

/** The tools of the brand, each by what it made of a photo; their pages are open to everybody. */
export function PhotoTools() {
  const t = useTexts()
  const { brand, has } = useSite()
  return (
    <section aria-labelledby="tools">
      <Title order={2} id="tools" mb="lg">
        {t('tools.title')}
      </Title>
      <ul className={classes.tools}>
        {TOOLS.filter(({ feature }) => has(feature)).map(({ feature, name, to, picture }) => (
          <li key={name}>
            <Link to={to} className={classes.tool}>
              <img
                className={classes.toolPicture}
                src={brand.toolCards?.[feature] ?? picture}
                {...CARD}
                alt=""
                loading="lazy"
                decoding="async"
              />
              <strong>{t(`tools.${name}`)}</strong>
            </Link>
            <Text size="sm" c="dimmed">
              {t(`tools.${name}Text`)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
