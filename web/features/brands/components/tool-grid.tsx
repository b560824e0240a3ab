import { Card, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { Answer } from '#contract/endpoint.ts'
import type { api } from '#web/lib/api.ts'
import { useSite } from '#web/lib/site.ts'
import { type Tool, tools } from '../tools.ts'
import classes from './tool-grid.module.css'

type Plans = Answer<typeof api.plans.list>

function ToolCard({ tool, plans }: { tool: Tool; plans: Plans }) {
  const to = pageOfFeature(tool.feature)
  const price = tool.price?.(plans.prices, plans.training_cost)
  const content = (
    <>
      <Title order={3} fz="md">
        {tool.label}
      </Title>
      <Text c="dimmed" mt="xs">
        {tool.description}
      </Text>
      {price !== undefined && (
        <Text size="xs" mt="md" className="tabular">
          {price}
        </Text>
      )}
    </>
  )
  return to === null ? (
    <Card padding="lg" className={classes.card}>
      {content}
    </Card>
  ) : (
    <Card component={Link} to={to} padding="lg" className={`${classes.card} ${classes.link}`}>
      {content}
    </Card>
  )
}

/** The brand's tools: those that work first, then those that are to come, which have no link. */
export function ToolGrid({ plans }: { plans: Plans }) {
  const { brand } = useSite()
  const offered = tools.filter(({ feature }) => brand.features.includes(feature))
  const ready = offered.filter(({ feature }) => pageOfFeature(feature) !== null)
  const coming = offered.filter(({ feature }) => pageOfFeature(feature) === null)
  return (
    <>
      {ready.length > 0 && (
        <section aria-labelledby="ready" className={classes.section}>
          <Title order={2} id="ready" fz="lg">
            Ready to use
          </Title>
          <div className={classes.grid}>
            {ready.map((tool) => (
              <ToolCard key={tool.feature} tool={tool} plans={plans} />
            ))}
          </div>
        </section>
      )}
      {coming.length > 0 && (
        <section aria-labelledby="coming" className={classes.section}>
          <Title order={2} id="coming" fz="lg">
            Not yet available
          </Title>
          <Text c="dimmed" mt="xs">
            These are being built. The prices are those that will apply.
          </Text>
          <div className={classes.grid}>
            {coming.map((tool) => (
              <ToolCard key={tool.feature} tool={tool} plans={plans} />
            ))}
          </div>
        </section>
      )}
    </>
  )
}
