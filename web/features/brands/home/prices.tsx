import { Anchor, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { CreditPack } from '#contract/plans-and-prices.ts'
import { paths } from '#contract/paths.ts'
import { formatCents, formatNumber } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import classes from './home.module.css'
import { useTexts } from './texts.ts'

const PROMISES = ['delivered', 'before', 'private', 'deleted'] as const

/**
 * Prices, and the promises about them and about photos.
 * @param props.cutOut credits for a photo without its background
 * @param props.headshot credits for one
 */
export function Prices({
  pack,
  cutOut,
  headshot,
}: {
  pack: CreditPack | undefined
  cutOut: number
  headshot: number
}) {
  const t = useTexts()
  const { site, has } = useSite()
  return (
    <section aria-labelledby="prices">
      <Title order={2} id="prices" mb="lg">
        {t('prices.title')}
      </Title>
      <div className={classes.facts}>
        <div>
          <strong>{t('prices.free', { credits: site.freeCredits })}</strong>
          <Text c="dimmed">
            {has('background_removal')
              ? t('prices.freeText', { credits: cutOut })
              : t('prices.freeHeadshots', { credits: headshot })}
          </Text>
        </div>
        {pack && (
          <div>
            <strong>
              {t('prices.pack', {
                credits: formatNumber(pack.quantity),
                price: formatCents(pack.price),
              })}
            </strong>
            <Text c="dimmed">{t('prices.packText')}</Text>
          </div>
        )}
        <div>
          <strong>{t('prices.plans')}</strong>
          <Text c="dimmed">
            {t('prices.plansText')}{' '}
            <Anchor component={Link} to={paths.pricing.link()} inherit>
              {t('homePage.pricing')}
            </Anchor>
          </Text>
        </div>
        {PROMISES.map((name) => (
          <div key={name}>
            <strong>{t(`promise.${name}`)}</strong>
            <Text c="dimmed">{t(`promise.${name}Text`)}</Text>
          </div>
        ))}
      </div>
    </section>
  )
}
