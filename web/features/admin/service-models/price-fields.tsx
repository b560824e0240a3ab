import { NumberInput, Text } from '@mantine/core'
import type { AddedModelEntry, ServiceCost } from '#contract/service-model-entry.ts'
import { proposeCredits, soldCost, usualMaxPixels } from '#contract/service-model-price.ts'
import { NativeSelect } from '#web/ui/native-select.tsx'
import { numberOf, unitOptionsOf } from './model-words.ts'
import classes from './service-models.module.css'

const dollars = (micros: number) => `$${(micros / 1e6).toFixed(4)}`

/** Work that costs people what the price list says. */
const LISTED: ReadonlySet<string> = new Set(['remove_background', 'upscale'])

/** The same model billed otherwise; of a tool other images are too large in another unit. */
function withCost(entry: AddedModelEntry, cost: ServiceCost): AddedModelEntry {
  if (!('maxPixels' in entry) || entry.cost.per === cost.per) return { ...entry, cost }
  return { ...entry, cost, maxPixels: usualMaxPixels(cost) }
}

const priced = (entry: AddedModelEntry, left: number, creditValue: number): AddedModelEntry => ({
  ...entry,
  credits: proposeCredits(entry, left, creditValue),
})

/** Price of a model there, and here. */
export function PriceFields({
  entry,
  margin,
  creditValue,
  onChange,
}: {
  entry: AddedModelEntry
  margin: number
  creditValue: number
  onChange(entry: AddedModelEntry, margin: number): void
}) {
  const { cost, credits } = entry
  const propose = (next: ServiceCost, left: number) =>
    onChange(priced(withCost(entry, next), left, creditValue), left)
  const left = Math.round((1 - soldCost(entry) / (credits * creditValue)) * 100)
  return (
    <>
      <div className={classes.pair}>
        <NumberInput
          label="The service charges (USD)"
          value={cost.dollars}
          onChange={(value) => propose({ ...cost, dollars: numberOf(value) }, margin)}
          min={0}
          max={1000}
          decimalScale={6}
        />
        <NativeSelect
          label="For"
          data={unitOptionsOf(entry.does)}
          value={cost.per}
          onChange={({ currentTarget }) =>
            propose({ ...cost, per: currentTarget.value as ServiceCost['per'] }, margin)
          }
        />
        <NumberInput
          label="Margin (%)"
          value={margin}
          onChange={(value) => propose(cost, numberOf(value))}
          min={0}
          max={95}
          allowDecimal={false}
        />
        <NumberInput
          label={entry.does === 'video' ? 'Price (credits a second)' : 'Price (credits an image)'}
          value={credits}
          onChange={(value) => onChange({ ...entry, credits: numberOf(value) }, margin)}
          min={1}
          max={1000}
          allowDecimal={false}
        />
      </div>
      <Text size="xs" c="dimmed">
        {LISTED.has(entry.does)
          ? 'This tool costs what the price list says; the price here plays no part.'
          : `The cheapest credit that is sold brings ${dollars(creditValue)}, so of this price ${left} % are left at least.`}
      </Text>
    </>
  )
}
