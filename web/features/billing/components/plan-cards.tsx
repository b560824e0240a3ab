import {
  Badge,
  Button,
  Card,
  Group,
  List,
  SegmentedControl,
  Text,
  Title,
  VisuallyHidden,
} from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import type { PlanOffer } from '#contract/plans.ts'
import type { PlanPeriod } from '#contract/users.ts'
import { useSession } from '#web/lib/session.ts'
import { boldParts, shownPrice } from '../lib/prices.ts'
import { texts } from '../texts.ts'
import classes from './pricing.module.css'

function PlanFeatures({ features }: { features: PlanOffer['features'] }) {
  return (
    <List spacing={6} center listStyleType="none" className={classes.features}>
      {features.map(({ feature, available }) => (
        <List.Item
          key={feature}
          icon={
            available ? (
              <IconCheck size={18} color="var(--mantine-primary-color-filled)" aria-hidden="true" />
            ) : (
              <IconX size={18} color="var(--mantine-color-dimmed)" aria-hidden="true" />
            )
          }
        >
          <Text c={available ? undefined : 'dimmed'}>
            {!available && <VisuallyHidden>Not included: </VisuallyHidden>}
            {boldParts(feature).map(({ text, bold }) =>
              bold ? <strong key={text}>{text}</strong> : text,
            )}
          </Text>
        </List.Item>
      ))}
    </List>
  )
}

function PlanCard({ offer, period }: { offer: PlanOffer; period: PlanPeriod }) {
  const { me } = useSession()
  const price = shownPrice(offer, period)
  const isCurrent = me?.plan.name === offer.plan && me.plan.period === period
  return (
    <Card
      component="li"
      padding="lg"
      className={classes.card}
      data-popular={offer.popular || undefined}
    >
      <Group justify="space-between" mih={26}>
        <Title order={3}>{offer.plan_name}</Title>
        {offer.popular && <Badge>{texts.mostPopular}</Badge>}
      </Group>
      <Group gap="xs" mt="sm" align="baseline" className="tabular">
        <span className={classes.price}>{price.perMonth}</span>
        <Text c="dimmed">a month</Text>
      </Group>
      <Group gap="xs" mih={26} className="tabular">
        {price.original !== null && (
          <>
            <Text c="dimmed" td="line-through">
              <VisuallyHidden>Without the discount: </VisuallyHidden>
              {price.original}
            </Text>
            <Badge variant="light" color="green">
              - {price.discount}% off
            </Badge>
          </>
        )}
      </Group>
      <Button
        mt="md"
        fullWidth
        disabled
        variant={offer.popular ? 'filled' : 'default'}
        aria-describedby="payments-note"
      >
        {isCurrent ? texts.currentPlan : texts.subscribe}
      </Button>
      <PlanFeatures features={offer.features} />
    </Card>
  )
}

/** The plans with their billing toggle. */
export function PlanCards({ offers }: { offers: PlanOffer[] }) {
  const [period, setPeriod] = useState<PlanPeriod>('yearly')
  return (
    <>
      <SegmentedControl
        className={classes.toggle}
        classNames={{ control: classes.toggleControl }}
        aria-label="Billing period"
        value={period}
        onChange={setPeriod}
        radius="xl"
        size="md"
        data={[
          {
            value: 'yearly',
            label: (
              <span className={classes.toggleLabel}>
                {texts.payYearly}
                <Badge size="sm" color="green" variant="light" flex="none">
                  {texts.payYearlyBadge}
                </Badge>
              </span>
            ),
          },
          { value: 'monthly', label: texts.payMonthly },
        ]}
      />
      <ul className={classes.cards}>
        {offers.map((offer) => (
          <PlanCard key={offer.plan} offer={offer} period={period} />
        ))}
      </ul>
    </>
  )
}
