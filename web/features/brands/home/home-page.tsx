import { Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import { paths } from '#web/app/paths.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { heroPictures } from './showcase.ts'
import { Explore } from './explore.tsx'
import { HeadshotPair, HeadshotShowcase } from './headshot-showcase.tsx'
import classes from './home.module.css'
import { ShowcasePicture } from './showcase-picture.tsx'
import { ShowcaseTabs } from './showcase-tabs.tsx'
import { useTexts } from './texts.ts'

/** Sends a visitor through registration to a page, and a signed-in person straight to it. */
function useStartLink(): (target: string) => string {
  const { isLoggedIn } = useSession()
  return (target) => (isLoggedIn ? target : paths.register.link({ nextUrl: target }))
}

function Hero() {
  const t = useTexts()
  const { brand, site, has } = useSite()
  const start = useStartLink()
  const canDraw = has('text_to_image') && pageOfFeature('text_to_image') !== null
  return (
    <section className={classes.hero}>
      <div>
        <Title order={1} className={classes.title}>
          {brand.hero.title}
        </Title>
        <Text size="md" mt="md" maw="56ch">
          {brand.hero.text}
        </Text>
        <Group mt="lg">
          <Button
            component={Link}
            to={canDraw ? start(paths.textToImage.link()) : site.defaultLoggedInLanding}
            size="lg"
          >
            {brand.hero.action}
          </Button>
          <Button component={Link} to={paths.pricing.link()} size="lg" variant="default">
            {t('homePage.pricing')}
          </Button>
        </Group>
        {canDraw && brand.hero.examples.length > 0 && (
          <>
            <Text size="xs" c="dimmed" mt="xl" mb="xs">
              {t('homePage.examples')}
            </Text>
            <Group gap="xs">
              {brand.hero.examples.map((prompt) => (
                <Link
                  key={prompt}
                  className={classes.chip}
                  to={start(paths.textToImage.link({ prompt }))}
                >
                  {prompt}
                </Link>
              ))}
            </Group>
          </>
        )}
        <dl className={`${classes.counters} tabular`}>
          <div>
            <dt>{t('homePage.imagesGenerated')}</dt>
            <dd>{formatNumber(site.counters.images)}</dd>
          </div>
          <div>
            <dt>{t('homePage.users')}</dt>
            <dd>{formatNumber(site.counters.users)}</dd>
          </div>
        </dl>
      </div>
      {canDraw ? (
        <div className={classes.mosaic}>
          {heroPictures.map((picture) => (
            <ShowcasePicture key={picture.file} picture={picture} eager />
          ))}
        </div>
      ) : (
        <HeadshotPair after={brand.hero.picture} />
      )}
    </section>
  )
}

/** Hero, showcase, explore where the brand has it, and the closing block. */
export function HomePage() {
  const { brand, site, has } = useSite()
  const start = useStartLink()
  const canDraw = has('text_to_image') && pageOfFeature('text_to_image') !== null
  const first = canDraw ? paths.textToImage.link() : site.defaultLoggedInLanding
  return (
    <div className={classes.home}>
      <Hero />
      {canDraw ? <ShowcaseTabs /> : <HeadshotShowcase linkOf={start} />}
      {brand.showsExplore && canDraw && <Explore linkOf={start} />}
      <section className={classes.closing} aria-labelledby="closing">
        <Title order={2} id="closing">
          {brand.closing.title}
        </Title>
        <Text mt="sm" mb="lg" size="md">
          {brand.closing.text}
        </Text>
        <Button component={Link} to={start(first)} size="lg">
          {brand.closing.action}
        </Button>
      </section>
    </div>
  )
}
