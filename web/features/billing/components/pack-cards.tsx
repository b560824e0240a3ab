import { Badge, Button, Card, Group, Text } from '@mantine/core'
import type { CreditPack } from '#contract/plans.ts'
import { formatCentsShort, formatNumber } from '#web/lib/format.ts'
import { packPricePerImage } from '../lib/prices.ts'
import { texts } from '../texts.ts'
import classes from './pricing.module.css'

const POPULAR_PACK = 1

/** The credit packs; the second is the popular one. */
export function PackCards({ packs }: { packs: CreditPack[] }) {
  return (
    <ul className={classes.cards}>
      {packs.map((pack, index) => (
        <Card
          key={pack.quantity}
          component="li"
          padding="lg"
          className={classes.card}
          data-popular={index === POPULAR_PACK || undefined}
        >
          <Card.Section
            className={classes.packPicture}
            style={{ backgroundImage: `url(${pack.image})` }}
          >
            {index === POPULAR_PACK && <Badge>{texts.mostPopular}</Badge>}
          </Card.Section>
          <Text fw={900} size="lg" mt="md" className="tabular">
            {formatNumber(pack.quantity)} credits
          </Text>
          <Group gap="xs" align="baseline" className="tabular">
            <span className={classes.packPrice}>{formatCentsShort(pack.price)}</span>
            <Text c="dimmed">{packPricePerImage(pack)} per image</Text>
          </Group>
          <Button mt="md" fullWidth disabled variant="default" aria-describedby="payments-note">
            Buy
          </Button>
        </Card>
      ))}
    </ul>
  )
}
