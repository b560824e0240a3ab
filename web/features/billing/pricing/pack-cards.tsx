import { Badge, Button, Card, Group, Text, VisuallyHidden } from '@mantine/core'
import type { CreditPack } from '#contract/plans-and-prices.ts'
import type { PromotionOffer } from '#contract/promotions.ts'
import { formatCentsShort } from '#web/lib/format.ts'
import { useSite } from '#web/lib/site.ts'
import { type Choice, keyOf } from '../lib/choice.ts'
import { packPricePerImage } from '../lib/prices.ts'
import { promotedPrice } from '../lib/promoted-price.ts'
import { useBuyObstacle } from '../lib/use-buy-obstacle.ts'
import { useCheckout } from '../lib/use-checkout.ts'
import { useImagePrice } from '../lib/use-image-price.ts'
import { useShowChosen } from '../lib/use-show-chosen.ts'
import classes from './pricing.module.css'
import { PromotionPrice } from './promotion-price.tsx'
import { TALL_BUTTON } from './tall-button.ts'
import { useTexts } from './texts.ts'

const POPULAR_PACK = 1

function PackCard({
  pack,
  popular,
  chosen,
  promotion,
  picture,
}: {
  pack: CreditPack
  picture: string
  popular: boolean
  chosen: boolean
  promotion: PromotionOffer | null
}) {
  const t = useTexts()
  const { buy, isBuying, isBusy } = useCheckout()
  const buttonRef = useShowChosen(chosen)
  const obstacle = useBuyObstacle()
  const image = useImagePrice()
  const choice: Choice = { kind: 'pack', quantity: pack.quantity }
  const promoted = promotedPrice(promotion, choice)
  return (
    <Card
      component="li"
      padding="lg"
      className={classes.card}
      data-popular={popular || undefined}
      data-chosen={chosen || undefined}
    >
      <Card.Section className={classes.packPicture} style={{ backgroundImage: `url(${picture})` }}>
        {popular && <Badge>{t('plans.mostPopular')}</Badge>}
      </Card.Section>
      <Text fw={900} size="lg" mt="md" className="tabular">
        {t('packCards.credits', { quantity: pack.quantity })}
      </Text>
      <Group gap="xs" align="baseline" className="tabular">
        <span className={classes.packPrice}>{formatCentsShort(pack.price)}</span>
        <Text c="dimmed">{t('packCards.perImage', { price: packPricePerImage(pack, image) })}</Text>
      </Group>
      {promoted && <PromotionPrice {...promoted} />}
      <Button
        ref={buttonRef}
        mt="md"
        fullWidth
        {...TALL_BUTTON}
        variant={popular || chosen ? 'filled' : 'default'}
        disabled={obstacle !== null || (isBusy && !isBuying(choice))}
        loading={isBuying(choice)}
        onClick={() => buy(choice, promoted?.promotion.code)}
      >
        {t(obstacle === null ? 'packCards.buy' : `buyButton.${obstacle}`)}
        <VisuallyHidden> {t('packCards.credits', { quantity: pack.quantity })}</VisuallyHidden>
      </Button>
    </Card>
  )
}

/**
 * The credit packs; the second is the popular one.
 * @param chosen what somebody chose before signing in
 * @param promotion what a code takes off
 */
export function PackCards({
  packs,
  chosen = null,
  promotion = null,
}: {
  packs: CreditPack[]
  chosen?: Choice | null
  promotion?: PromotionOffer | null
}) {
  const { packPictures } = useSite().brand
  const chosenKey = chosen && keyOf(chosen)
  return (
    <ul className={classes.cards}>
      {packs.map((pack, index) => (
        <PackCard
          key={pack.quantity}
          pack={pack}
          picture={packPictures?.[index] ?? pack.image}
          popular={index === POPULAR_PACK}
          promotion={promotion}
          chosen={chosenKey === keyOf({ kind: 'pack', quantity: pack.quantity })}
        />
      ))}
    </ul>
  )
}
