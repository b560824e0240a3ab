import { Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { HomeSection } from '#contract/brand-content.ts'
import type { CommunityImage } from '#contract/community.ts'
import { FREE_PICTURES_A_MONTH } from '#contract/free-pictures.ts'
import type { CreditPack } from '#contract/plans-and-prices.ts'
import { paths } from '#contract/paths.ts'
import { formatCents, formatNumber } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import { Page } from '#web/ui/page.tsx'
import { Counters } from './counters.tsx'
import { Explore } from './explore.tsx'
import { HeadshotPair, HeadshotShowcase } from './headshot-showcase.tsx'
import classes from './home.module.css'
import { PhotoHero } from './photo-hero.tsx'
import { PhotoTools } from './photo-tools.tsx'
import { Prices } from './prices.tsx'
import { ShowcaseTabs } from './showcase-tabs.tsx'
import { UploadPhoto } from './upload-photo.tsx'
import { useTexts } from './texts.ts'

/** What the page says of prices. */
export interface HomePrices {
  /** The smallest. */
  pack: CreditPack | undefined
  /** Credits for a photo without its background. */
  cutOut: number
  /** Credits for a headshot. */
  headshot: number
  /** Cents of a set by card, where one is sold. */
  headshotSet: number | null
}

/** Sends a visitor through registration to a page, and a signed-in person straight to it. */
function useStartLink(): (target: string) => string {
  const { isLoggedIn } = useSession()
  return (target) => (isLoggedIn ? target : paths.register.link({ nextUrl: target }))
}

function HeadshotHero({ prices: { pack, headshot, headshotSet } }: { prices: HomePrices }) {
  const t = useTexts()
  const { brand, site } = useSite()
  const { people } = useCapabilities()
  return (
    <section className={classes.hero}>
      <div>
        <Title order={1} className={classes.title}>
          {brand.hero.title}
        </Title>
        <Text size="md" mt="md" maw="56ch">
          {brand.hero.text}
        </Text>
        <Text mt="md" fw={700} className="tabular">
          {people && headshotSet !== null
            ? t('headshot.once', { price: formatCents(headshotSet) })
            : t('headshot.costs', {
                free: Math.floor(site.freeCredits / headshot),
                count: formatNumber(Math.floor((pack?.quantity ?? 0) / headshot)),
                price: formatCents(pack?.price ?? 0),
              })}
        </Text>
        <Group mt="lg">
          <UploadPhoto />
          <Button component={Link} to={paths.pricing.link()} size="lg" variant="default">
            {t('homePage.pricing')}
          </Button>
        </Group>
      </div>
      <HeadshotPair />
    </section>
  )
}

/** Prompts of illustrations that a visitor may start with. */
function Prompts({ linkOf }: { linkOf(target: string): string }) {
  const t = useTexts()
  const { brand } = useSite()
  if (brand.hero.examples.length === 0) return null
  return (
    <div>
      <Text size="xs" c="dimmed" mb="xs">
        {t('homePage.examples')}
      </Text>
      <Group gap="xs">
        {brand.hero.examples.map((prompt) => (
          <Link
            key={prompt}
            className={classes.chip}
            to={linkOf(paths.textToImage.link({ prompt }))}
          >
            {prompt}
          </Link>
        ))}
      </Group>
    </div>
  )
}

/** What is good first: photos, then what can be drawn, then prices and promises. */
export function HomePage({
  prices,
  explore,
}: {
  prices: HomePrices
  /** The first images of the feed; none where the site has no feed. */
  explore: readonly CommunityImage[]
}) {
  const t = useTexts()
  const { brand, site, has } = useSite()
  const fill = (text: string) =>
    text
      .replace('{free}', t('try.credits', { count: site.freeCredits }))
      .replace('{unmarked}', String(FREE_PICTURES_A_MONTH))
  const start = useStartLink()
  const canDraw = has('text_to_image') && pageOfFeature('text_to_image') !== null
  const hasPhotoTools = has('background_removal')
  const shows = (section: HomeSection) => brand.sections?.includes(section) ?? true
  return (
    <Page>
      <div className={classes.home}>
        {hasPhotoTools ? (
          <PhotoHero cutOut={prices.cutOut} pack={prices.pack} />
        ) : (
          <HeadshotHero prices={prices} />
        )}
        {shows('tools') && (hasPhotoTools ? <PhotoTools /> : <HeadshotShowcase linkOf={start} />)}
        {canDraw && shows('showcase') && <ShowcaseTabs />}
        {canDraw && shows('prompts') && <Prompts linkOf={start} />}
        {explore.length > 0 && <Explore images={explore} />}
        {shows('prices') && (
          <Prices pack={prices.pack} cutOut={prices.cutOut} headshot={prices.headshot} />
        )}
        <Counters />
        {shows('closing') && (
          <section className={classes.closing} aria-labelledby="closing">
            <Title order={2} id="closing">
              {fill(brand.closing.title)}
            </Title>
            <Text mt="sm" mb="lg" size="md">
              {fill(brand.closing.text)}
            </Text>
            <Button component={Link} to={start(site.defaultLoggedInLanding)} size="lg">
              {brand.closing.action}
            </Button>
          </section>
        )}
      </div>
    </Page>
  )
}
