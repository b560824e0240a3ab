import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Answer } from '#contract/endpoint.ts'
import type { api } from '#web/lib/api.ts'
import type { Offer } from '#web/lib/generation-servers.ts'
import { useSite } from '#web/lib/site.ts'
import { SHOWCASE_EDGE } from '../home/showcase.ts'
import { placeOf, type Price, type Tool, tools } from './tools.ts'
import classes from './tool-grid.module.css'
import { useTexts } from './texts.ts'

type Plans = Answer<typeof api.plans.list>

function ToolCard({ tool, to, price }: { tool: Tool; to: string; price: Price | null }) {
  const t = useTexts()
  const { id, sample, asks } = tool
  return (
    <Card component={Link} to={to} padding="lg" className={classes.card}>
      {sample && (
        <Card.Section className={classes.frame}>
          <img
            src={sample.src}
            alt={t(sample.alt)}
            width={SHOWCASE_EDGE}
            height={SHOWCASE_EDGE}
            className={classes.sample}
          />
          {asks && <span className={classes.asks}>{t(asks)}</span>}
        </Card.Section>
      )}
      <Title order={2} fz="md" mt={sample && 'md'}>
        {t(`label.${id}`)}
      </Title>
      <Text c="dimmed" mt="xs">
        {t(`description.${id}`)}
      </Text>
      {price !== null && (
        <Text size="xs" mt="md" className="tabular">
          {t(`price.${price.of}`, { credits: price.credits })}
        </Text>
      )}
    </Card>
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
  const ready = tools.flatMap((tool) => {
    const { page, feature, needs } = placeOf(tool.id)
    const isThere = brand.features.includes(feature) && (!needs || offers.includes(needs))
    const to = isThere ? page : null
    const price =
      tool.id === 'edit_image' && editCredits !== null
        ? { of: 'imageFrom' as const, credits: editCredits }
        : (tool.price?.(plans.prices, plans.training_cost) ?? null)
    return to === null ? [] : [{ tool, to, price }]
  })
  if (ready.length === 0) return <Text mt="xl">{t('toolGrid.empty')}</Text>
  return (
    <div className={classes.grid}>
      {ready.map(({ tool, to, price }) => (
        <ToolCard key={tool.id} tool={tool} to={to} price={price} />
      ))}
    </div>
  )
}
