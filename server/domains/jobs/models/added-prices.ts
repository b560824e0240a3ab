import type { EngineRegistry, ToolModel } from '#server/engines/spec/index.ts'
import type { AddedPrices, Price } from '../kinds/kind.ts'

/** The tool of each, and whether it is its Pro. */
const TOOLS = {
  remove_background: ['remove_background', false],
  remove_object: ['remove_object', false],
  pro_upscale: ['upscale', true],
} as const satisfies Record<keyof AddedPrices, readonly [ToolModel['tool'], boolean]>

const NAMES = Object.keys(TOOLS) as (keyof AddedPrices)[]

/** The operator's price of a tool, where a network that was added does its work and has one; else nothing. */
export function addedPrice(
  prices: AddedPrices,
  name: keyof AddedPrices,
  { isAdded }: Pick<ToolModel, 'isAdded'>,
  label: string,
): { price?: Price } {
  const credits = prices[name]
  return isAdded === true && credits > 0 ? { price: { credits, label } } : {}
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
      const { price } = addedPrice(prices, name, model ?? {}, '')
      return price ? [[name, price.credits] as const] : []
    }),
  )
  return Object.fromEntries(found.flat())
}
