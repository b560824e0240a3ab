import { Card as MantineCard, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { Capabilities } from '#contract/capabilities.ts'
import type { Answer, api } from '#web/lib/api.ts'
import type { Feature } from '#contract/features.ts'
import type { Offer } from '#web/lib/generation-servers.ts'
import { useSite } from '#web/lib/site.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import type { Price } from '#web/lib/tool-names/tool-card.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { SHOWCASE_EDGE } from '../home/showcase.ts'
import { type ListedTool, toolsInOrder } from './tools.ts'
import classes from './tool-grid.module.css'
import { hasText, useTexts } from './texts.ts'

type Plans = Answer<typeof api.plans.list>

/** What some cards promise beyond what works on every site. */
const PROMISES: Partial<Record<Feature, (can: Capabilities) => boolean>> = {
  text_to_image: ({ draws }) => draws === 'anything',
  train_model: ({ trains_likeness: trains }) => trains,
  photo_packs: ({ people }) => people,
}

/** What a card says: a tool's words, or those of the feature. */
function useCardTexts() {
  const t = useTexts()
  const names = useToolNames()
  const can = useCapabilities()
  return (listed: ListedTool) => {
    if (listed.tool === null) {
      const sample: string = `sample.${listed.feature}`
      const limited: string = `description.${listed.feature}.limited`
      return {
        label: t(`label.${listed.feature}`),
        description:
          PROMISES[listed.feature]?.(can) === false && hasText(limited)
            ? t(limited)
            : t(`description.${listed.feature}`),
        alt: hasText(sample) ? t(sample) : '',
      }
    }
    return {
      label: names.name(listed.tool),
      description: names.card(listed.tool),
      alt: names.cardSample(listed.tool),
    }
  }
}

function Card({ listed, to, price }: { listed: ListedTool; to: string; price: Price | null }) {
  const t = useTexts()
  const { label, description, alt } = useCardTexts()(listed)
  const own = useSite().brand.toolCards?.[listed.feature]
  const isOwn = own !== undefined && to === pageOfFeature(listed.feature)
  const sample = isOwn ? own : listed.sample
  return (
    <MantineCard component={Link} to={to} padding="lg" className={classes.card}>
      {sample !== undefined && (
        <MantineCard.Section className={classes.frame}>
          <img
            src={sample}
            alt={isOwn ? '' : alt}
            width={SHOWCASE_EDGE}
            height={SHOWCASE_EDGE}
            className={classes.sample}
          />
          {/* What is asked of the sample: it is no result. */}
          {listed.tool === 'edit_image' && (
            <span className={classes.asks}>{t('sample.editWords')}</span>
          )}
        </MantineCard.Section>
      )}
      <Title order={2} fz="md" mt={sample === undefined ? undefined : 'md'}>
        {label}
      </Title>
      <Text c="dimmed" mt="xs">
        {description}
      </Text>
      {price !== null && (
        <Text size="xs" mt="md" className="tabular">
          {t(`price.${price.of}`, { credits: price.credits })}
        </Text>
      )}
    </MantineCard>
  )
}

/**
 * The brand's tools that work here; what is not there is not shown.
 * @param props.offers what the engines have beside what every site has
 * @param props.editCredits for an image of the cheapest model that edits; null: there is none
 */
export function ToolGrid({
  plans,
  offers,
  editCredits,
}: {
  plans: Plans
  offers: readonly Offer[]
  editCredits: number | null
}) {
  const t = useTexts()
  const { brand } = useSite()
  const { draws } = useCapabilities()
  const ready = toolsInOrder(draws).flatMap((listed) => {
    const { leadsTo, feature, needs } = listed
    // A photo that the built-in model redraws is a blur: the page stays, and nothing advertises it.
    const isKept = listed.feature !== 'image_to_image' || needs || draws === 'anything'
    const isThere = isKept && brand.features.includes(feature) && (!needs || offers.includes(needs))
    const to = isThere ? leadsTo : null
    const price =
      listed.tool === 'edit_image' && editCredits !== null
        ? { of: 'imageFrom' as const, credits: editCredits }
        : (listed.price?.(plans.prices, plans.training_cost) ?? null)
    return to === null ? [] : [{ listed, to, price }]
  })
  if (ready.length === 0) return <Text mt="xl">{t('toolGrid.empty')}</Text>
  return (
    <div className={classes.grid}>
      {ready.map(({ listed, to, price }) => (
        <Card key={to} listed={listed} to={to} price={price} />
      ))}
    </div>
  )
}
