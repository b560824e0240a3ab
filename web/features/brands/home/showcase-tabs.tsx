import { Text, Title } from '@mantine/core'
import { useReducedMotion } from '@mantine/hooks'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { pageOfFeature } from '#brands/index.ts'
import { useSite } from '#web/lib/site.ts'
import { Segments } from '#web/ui/segments.tsx'
import { SmallButton } from '#web/ui/small-button.tsx'
import { generatorPictures, SHOWCASE_EDGE, type ShowcasePicture } from './showcase.ts'
import classes from './home.module.css'
import { ShowcaseClip } from './showcase-clip.tsx'
import { useTexts } from './texts.ts'

type Category = 'generator' | 'training'

function GeneratorShowcase() {
  const t = useTexts()
  const { samples } = useSite().brand
  const ownOf = ({ file }: ShowcasePicture) => samples?.[`showcase/${file}`]
  // Once the site shows images of its own everywhere, there is nothing to play, and the built-in model drew none of them.
  const hasClips = generatorPictures.some((picture) => !ownOf(picture))
  const calm = useReducedMotion()
  const [choice, setChoice] = useState<boolean | null>(null)
  const playing = choice ?? !calm
  return (
    <>
      {hasClips && (
        <div className={classes.clipsHead}>
          <Text size="sm" c="dimmed">
            {t('showcaseTabs.generatorText')}
          </Text>
          <SmallButton
            leftSection={playing ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
            onClick={() => setChoice(!playing)}
          >
            {playing ? t('showcaseTabs.pause') : t('showcaseTabs.play')}
          </SmallButton>
        </div>
      )}
      <ul className={classes.pairs}>
        {generatorPictures.map((picture) => (
          <li key={picture.file}>
            {ownOf(picture) ? (
              <img
                className={classes.picture}
                src={ownOf(picture)?.src}
                width={SHOWCASE_EDGE}
                height={SHOWCASE_EDGE}
                alt={ownOf(picture)?.alt ?? t(picture.alt)}
                loading="lazy"
                decoding="async"
              />
            ) : (
              <ShowcaseClip
                picture={picture}
                playing={playing}
                onRefused={() => setChoice(false)}
              />
            )}
            <Text size="xs" c="dimmed" mt="xs">
              {ownOf(picture)?.alt ?? `“${t(picture.prompt)}”`}
            </Text>
          </li>
        ))}
      </ul>
    </>
  )
}

/** A studio that comes with the app: what it was shown, and what was drawn with it. */
const STUDIO_EXAMPLE = [
  {
    title: 'showcaseTabs.photos',
    images: [
      { file: 'showcase/studio-photo-1.webp', alt: 'showcaseTabs.photo' },
      { file: 'showcase/studio-photo-2.webp', alt: 'showcaseTabs.photo' },
      { file: 'showcase/studio-photo-3.webp', alt: 'showcaseTabs.photo' },
    ],
  },
  {
    title: 'showcaseTabs.drawn',
    images: [
      { file: 'packs/pet-of-the-month-1.webp', alt: 'showcaseTabs.inSnow' },
      { file: 'packs/pet-of-the-month-2.webp', alt: 'showcaseTabs.onGrass' },
      { file: 'packs/pet-of-the-month-3.webp', alt: 'showcaseTabs.onRed' },
    ],
  },
] as const
const EXAMPLE_EDGE = 256

function TrainingShowcase() {
  const t = useTexts()
  return (
    <div className={classes.training}>
      <div>
        <Title order={3}>{t('showcaseTabs.trainingTitle')}</Title>
        <Text mt="sm">{t('showcaseTabs.trainingText')}</Text>
        {pageOfFeature('train_model') === null && (
          <Text mt="sm" c="dimmed">
            {t('showcaseTabs.notYet')}
          </Text>
        )}
      </div>
      <div className={classes.studio}>
        {STUDIO_EXAMPLE.map(({ title, images }) => (
          <figure key={title}>
            <figcaption>{t(title)}</figcaption>
            <div className={classes.studioImages}>
              {images.map(({ file, alt }) => (
                <img
                  key={file}
                  className={classes.picture}
                  src={`/${file}`}
                  width={EXAMPLE_EDGE}
                  height={EXAMPLE_EDGE}
                  alt={t(alt)}
                  decoding="async"
                />
              ))}
            </div>
          </figure>
        ))}
      </div>
    </div>
  )
}

/** What can be made here, in two categories. */
export function ShowcaseTabs() {
  const t = useTexts()
  const { brand } = useSite()
  const [category, setCategory] = useState<Category>('generator')
  return (
    <section aria-labelledby="showcase">
      <div className={classes.sectionHead}>
        <Title order={2} id="showcase">
          {t('showcaseTabs.title')}
        </Title>
        {brand.features.includes('train_model') && (
          <Segments<Category>
            aria-label={t('showcaseTabs.category')}
            isRound
            value={category}
            onChange={setCategory}
            data={[
              { value: 'generator', label: t('showcaseTabs.imageGenerator') },
              { value: 'training', label: t('showcaseTabs.trainModels') },
            ]}
          />
        )}
      </div>
      {category === 'generator' ? <GeneratorShowcase /> : <TrainingShowcase />}
    </section>
  )
}
