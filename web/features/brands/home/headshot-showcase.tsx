import { Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Example } from '#brands/index.ts'
import { paths } from '#contract/paths.ts'
import { useSite } from '#web/lib/site.ts'
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

/** People who are shown, by the names of their samples. */
const PEOPLE = ['bricks', 'graffiti', 'bridge', 'painted'] as const

/** What was given, and what was made of it. */
function Pair({
  before,
  after,
  size,
  isFirst = false,
}: Pick<Example, 'before' | 'after'> & {
  size: Pick<Example, 'width' | 'height'>
  /** Whether the page shows it first, so that the browser fetches it first. */
  isFirst?: boolean
}) {
  const t = useTexts()
  const fetched = isFirst
    ? ({ fetchPriority: 'high' } as const)
    : ({ loading: 'lazy', decoding: 'async' } as const)
  return (
    <div className={classes.pair}>
      <figure>
        <img
          className={classes.picture}
          src={before.file}
          {...size}
          {...fetched}
          alt={before.text}
        />
        <figcaption>{t('headshot.before')}</figcaption>
      </figure>
      <figure>
        <img className={classes.picture} src={after.file} {...size} {...fetched} alt={after.text} />
        <figcaption>{t('headshot.after')}</figcaption>
      </figure>
    </div>
  )
}

/** Beside the title of a brand that sells headshots: the photo, and what was made of it. */
export function HeadshotPair() {
  const { before, after, width, height } = useSite().brand.example
  return <Pair before={before} after={after} size={{ width, height }} isFirst />
}

/** Photos of several people, as they took them, and their headshots. */
function People() {
  const t = useTexts()
  return (
    <section aria-labelledby="people">
      <Title order={2} id="people" mb="lg">
        {t('headshot.peopleTitle')}
      </Title>
      <ul className={classes.people}>
        {PEOPLE.map((name) => (
          <li key={name}>
            <Pair
              before={{
                file: `/tools/headshots/${name}-before.webp`,
                text: t(`headshot.people.${name}`),
              }}
              after={{ file: `/tools/headshots/${name}-after.webp`, text: t('headshot.made') }}
              size={SAMPLE}
            />
            {name === 'painted' && (
              <Text size="sm" c="dimmed" mt="xs">
                {t('headshot.paintedCredit')}
              </Text>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Headshots of several people, and one photo before each background, as the tool made them. */
export function HeadshotShowcase({ linkOf }: { linkOf(target: string): string }) {
  return (
    <>
      <People />
      <Backgrounds linkOf={linkOf} />
    </>
  )
}

function Backgrounds({ linkOf }: { linkOf(target: string): string }) {
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
