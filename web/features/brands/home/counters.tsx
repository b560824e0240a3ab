import { formatNumber } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

/** How much is made here, where the site says so. */
export function Counters() {
  const t = useTexts()
  const { counters } = useSite().site
  if (!counters) return null
  return (
    <dl className={`${classes.counters} tabular`}>
      <div>
        <dt>{t('homePage.imagesGenerated')}</dt>
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
