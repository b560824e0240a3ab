import { Alert, List } from '@mantine/core'
import type { AdminEngine } from '#contract/admin-engines.ts'
import { formatDollars } from '#web/lib/format.ts'

const dollars = (micros: number) => formatDollars(micros / 1e6, 4)

/** Warns of models that cost more than they bring. */
export function BelowCost({ engines }: { engines: readonly AdminEngine[] }) {
  const losses = engines.flatMap(({ name, below_cost: models }) =>
    models.map((loss) => ({ ...loss, engine: name })),
  )
  return (
    <Alert color="orange" title="Sold below cost" my="md">
      An image of one megapixel by these costs more than its credits bring where a credit is sold at
      its lowest price. Raise their prices, or take them away.
      <List size="sm" mt="xs">
        {losses.map(({ engine, model, credits, cost, brings }) => (
          <List.Item key={`${engine} ${model}`}>
            {`${model} (${engine}): costs about ${dollars(cost)}, ${credits === 1 ? '1 credit brings' : `${credits} credits bring`} ${dollars(brings)}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
