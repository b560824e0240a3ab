import type { EngineRegistry, ToolModel } from '#server/engines/spec/index.ts'
import type { Text } from '#server/texts/index.ts'
import type { AddedPrices, Price } from '../kind.ts'

/** The tool of each, and whether it is its Pro. */
const TOOLS = {
  remove_background: ['remove_background', false],
  remove_object: ['remove_object', false],
  pro_upscale: ['upscale', true],
} as const satisfies Record<keyof AddedPrices, readonly [ToolModel['tool'], boolean]>

const NAMES = Object.keys(TOOLS) as (keyof AddedPrices)[]

/** The operator's credits for a tool, where a network that was added does its work and has a price; else null. */
const addedCredits = (
  prices: AddedPrices,
  name: keyof AddedPrices,
  { isAdded }: Pick<ToolModel, 'isAdded'>,
): number | null => (isAdded === true && prices[name] > 0 ? prices[name] : null)

/** The operator's price of a tool, where a network that was added does its work and has one; else nothing. */
export function addedPrice(
  prices: AddedPrices,
  name: keyof AddedPrices,
  model: Pick<ToolModel, 'isAdded'>,
  label: Text,
): { price?: Price } {
  const credits = addedCredits(prices, name, model)
  return credits === null ? {} : { price: { credits, label } }
}

/** Prices that differ from the price list now. */
export async function readAddedPrices(
  engines: Pick<EngineRegistry, 'findTool'>,
  prices: AddedPrices,
): Promise<Partial<AddedPrices>> {
  const found = await Promise.all(
    NAMES.filter((name) => prices[name] > 0).map(async (name) => {
      const [tool, withOptions] = TOOLS[name]
      const model = (await engines.findTool(tool, withOptions))?.model
      const credits = addedCredits(prices, name, model ?? {})
      return credits === null ? [] : [[name, credits] as const]
    }),
  )
  return Object.fromEntries(found.flat())
}
