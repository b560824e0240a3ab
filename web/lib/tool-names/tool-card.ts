import type { PriceTable } from '#contract/plans-and-prices.ts'
import type { ToolKey } from '#contract/tools.ts'

export interface Price {
  /** The message that says what it is the price of. */
  of: 'image' | 'imageFrom' | 'secondFrom' | 'model'
  credits: number
}

/** How a tool shows itself on the page of all tools; its texts are `name.<tool>`, `card.<tool>` and `cardSample.<tool>`. */
export interface ToolCard {
  /** What it made, root-relative. */
  sample?: string
  /** Where it leads, where that is not the tool's own page. */
  page?: string
  /** From the price table; null where the price is told on the spot. */
  price: ((prices: PriceTable, trainingCost: number) => Price) | null
}

/** The folder of a tool bears its name: `fix_faces` is `fix-faces`. */
export const folderOfTool = (tool: ToolKey): string => tool.replaceAll('_', '-')

/**
 * What the file `card.ts` of a tool exports, among those of all tools that `import.meta.glob` found.
 * @throws Error that names the file, where the tool has none
 */
export function ofTool<Found>(files: Record<string, Found>, tool: ToolKey): Found {
  const file = `/web/features/tools/${folderOfTool(tool)}/card.ts`
  const found = files[file]
  if (found === undefined) throw new Error(`The tool ${tool} has no ${file}`)
  return found
}
