import { expect, it } from 'vitest'
import { toolEntries } from '#contract/tools.ts'
import { ofTool, type ToolCard } from './tool-card.ts'

const cards = import.meta.glob<{ icon: unknown; card: ToolCard }>('/web/features/tools/*/card.ts', {
  eager: true,
})

it.each(toolEntries)('%s has an icon and a card in its folder', (tool) => {
  const { icon, card } = ofTool(cards, tool)
  expect(icon).toBeTruthy()
  expect(card).toHaveProperty('price')
})

it('names the file that a tool lacks', () => {
  expect(() => ofTool({}, 'fix_faces')).toThrow('/web/features/tools/fix-faces/card.ts')
})

it('tells no price of a tool whose price is that of a model', () => {
  const priceless = (['edit_image', 'own_workflow', 'instant_avatars'] as const).map(
    (tool) => ofTool(cards, tool).card.price,
  )
  expect(priceless).toEqual([null, null, null])
})
