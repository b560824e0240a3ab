import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

/** Size of a sample, as `scripts/make-headshot-samples.ts` makes it. */
const SAMPLE = { width: 384, height: 480 }
const SHOWN = { width: 384, height: 480 }

const BACKGROUNDS = [
  { file: 'light-gray', label: 'headshot.lightGray' },
  { file: 'white', label: 'headshot.white' },
  { file: 'charcoal', label: 'headshot.charcoal' },
  { file: 'navy', label: 'headshot.navy' },
  { file: 'warm', label: 'headshot.warm' },
  { file: 'office', label: 'headshot.office' },
  { file: 'city', label: 'headshot.city' },
  { file: 'park', label: 'headshot.park' },
] as const

/** Beside the title of a brand that sells headshots: the photo, and what was made of it. */
export function HeadshotPair({ after }: { after: string }) {
  const t = useTexts()
  return (
    <div className={classes.pair}>
      <figure>
        <img
          className={classes.picture}
          src="/tools/headshot-before.webp"
          {...SHOWN}
          alt={t('headshot.photo')}
        />
        <figcaption>{t('headshot.before')}</figcaption>
      </figure>
      <figure>
        <img className={classes.picture} src={after} {...SHOWN} alt={t('headshot.made')} />
        <figcaption>{t('headshot.after')}</figcaption>
      </figure>
    </div>
  )
}

/** The same photo before each background, as the tool made it. */
export function HeadshotShowcase({ linkOf }: { linkOf(target: string): string }) {
  const t = useTexts()
  return (
    <section aria-labelledby="headshots">
      <div className={classes.sectionHead}>
        <div>
          <Title order={2} id="headshots">
            {t('headshot.title')}
          </Title>
          <Text c="dimmed" mt="xs">
            {t('headshot.hint')}
          </Text>
        </div>
      </div>
      <ul className={classes.pairs}>
        {BACKGROUNDS.map(({ file, label }) => (
          <li key={file}>
            <Link
              className={classes.sampleLink}
              to={linkOf(paths.createHeadshots.link())}
              aria-label={t('headshot.start', { background: t(label) })}
            >
              <img
                className={classes.picture}
                src={`/tools/headshots/${file}.webp`}
                {...SAMPLE}
                alt=""
                loading="lazy"
                decoding="async"
              />
            </Link>
            <Text size="xs" c="dimmed" mt="xs" aria-hidden="true">
              {t(label)}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  )
}
