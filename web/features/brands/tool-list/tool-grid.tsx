import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { api } from '#web/lib/api.ts'
import type { Offer } from '#web/lib/generation-servers.ts'
import { useSite } from '#web/lib/site.ts'
import { SHOWCASE_EDGE } from '../home/showcase.ts'
import { type Tool, tools } from './tools.ts'
import classes from './tool-grid.module.css'
import { useTexts } from './texts.ts'

type Plans = Answer<typeof api.plans.list>

function ToolCard({ tool, to, plans }: { tool: Tool; to: string; plans: Plans }) {
  const t = useTexts()
  const { id, sample } = tool
  const price = tool.price?.(plans.prices, plans.training_cost)
  return (
    <Card component={Link} to={to} padding="lg" className={classes.card}>
      {sample && (
        <Card.Section>
          <img
            src={sample.src}
            alt={t(sample.alt)}
            width={SHOWCASE_EDGE}
            height={SHOWCASE_EDGE}
            className={classes.sample}
          />
        </Card.Section>
      )}
      <Title order={2} fz="md" mt={sample && 'md'}>
        {t(`label.${id}`)}
      </Title>
      <Text c="dimmed" mt="xs">
        {t(`description.${id}`)}
      </Text>
      {price !== undefined && (
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
 */
export function ToolGrid({ plans, offers }: { plans: Plans; offers: readonly Offer[] }) {
  const t = useTexts()
  const { brand } = useSite()
  const ready = tools.flatMap((tool) => {
    const isThere =
      brand.features.includes(tool.feature) && (!tool.needs || offers.includes(tool.needs))
    const to = isThere ? (tool.page ?? pageOfFeature(tool.feature)) : null
    return to === null ? [] : [{ tool, to }]
  })
  if (ready.length === 0) return <Text mt="xl">{t('toolGrid.empty')}</Text>
  return (
    <div className={classes.grid}>
      {ready.map(({ tool, to }) => (
        <ToolCard key={tool.id} tool={tool} to={to} plans={plans} />
      ))}
    </div>
  )
}
