import { formatNumber } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

const COUNTED = {
  images: 'homePage.imagesGenerated',
  photos: 'homePage.photosEdited',
  headshots: 'homePage.headshotsMade',
} as const

/** How much is made here, where the site says so. */
export function Counters() {
  const t = useTexts()
  const { brand, site } = useSite()
  const { counters } = site
  if (!counters) return null
  return (
    <dl className={`${classes.counters} tabular`}>
      <div>
        <dt>{t(COUNTED[(counters.are_examples && brand.counts) || 'images'])}</dt>
        <dd>{formatNumber(counters.images)}</dd>
      </div>
      <div>
        <dt>{t('homePage.users')}</dt>
        <dd>{formatNumber(counters.users)}</dd>
      </div>
      {counters.are_examples && (
        <div>
          <dt>{t('homePage.exampleFigures')}</dt>
        </div>
      )}
    </dl>
  )
}
