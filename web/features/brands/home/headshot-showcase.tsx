import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

/** Size of a sample, as `scripts/make-headshot-samples.ts` makes it. */
const SAMPLE = { width: 384, height: 480 }

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

/** What was given, and what was made of it. */
function Pair({
  before,
  after,
  texts,
}: {
  before: string
  after: string
  texts: { before: string; after: string }
}) {
  const t = useTexts()
  return (
    <div className={classes.pair}>
      <figure>
        <img className={classes.picture} src={before} {...SAMPLE} alt={texts.before} />
        <figcaption>{t('headshot.before')}</figcaption>
      </figure>
      <figure>
        <img className={classes.picture} src={after} {...SAMPLE} alt={texts.after} />
        <figcaption>{t('headshot.after')}</figcaption>
      </figure>
    </div>
  )
}

/** Beside the title of a brand that sells headshots: the photo, and what was made of it. */
export function HeadshotPair({ after }: { after: string }) {
  const t = useTexts()
  return (
    <Pair
      before="/tools/headshot-before.webp"
      after={after}
      texts={{ before: t('headshot.photo'), after: t('headshot.made') }}
    />
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
      <div className={classes.another}>
        <Pair
          before="/tools/headshots/painted-before.webp"
          after="/tools/headshots/painted-after.webp"
          texts={{ before: t('headshot.painting'), after: t('headshot.paintingMade') }}
        />
        <Text size="sm" c="dimmed">
          {t('headshot.paintingCredit')}
        </Text>
      </div>
    </section>
  )
}
