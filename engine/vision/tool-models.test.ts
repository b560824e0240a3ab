import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { TOOL_FACTS, type ToolFacts } from '#contract/tool-facts.ts'
import { listToolModels, TOOLS } from './tool-models.ts'

describe('facts of the tools', () => {
  it('are there for each tool that is offered, and name the model that does the work', async () => {
    const models = await listToolModels()
    expect(models.map(({ tool }) => tool).toSorted()).toEqual(Object.keys(TOOL_FACTS).toSorted())
    for (const { tool, name, licence } of models)
      expect({ model: name, licence }).toMatchObject({
        model: TOOL_FACTS[tool].model,
        licence: TOOL_FACTS[tool].licence,
      })
  })

  it('say what the tool cannot do, in whole sentences', async () => {
    const texts = JSON.parse(
      await readFile(
        fileURLToPath(import.meta.resolve('#web/messages/en/tool-page-facts.json')),
        'utf8',
      ),
    ) as Record<string, string>
    const facts: readonly ToolFacts[] = Object.values(TOOL_FACTS)
    for (const { limits } of facts) {
      expect(limits.length).toBeGreaterThan(0)
      for (const limit of limits) expect(texts[`limit.${limit}`]).toMatch(/^[A-Z].{20,}\.$/)
    }
  })

  it('name licences that the cards of the weights name', async () => {
    for (const { tool, licence } of await listToolModels()) {
      const { files } = TOOLS[tool]
      // What needs no weights is under the app's own licence.
      if (files.length === 0) continue
      const folders = [...new Set(files.map((file) => file.split('/')[0]!))]
      const cards = await Promise.all(
        folders.map((folder) =>
          readFile(new URL(`../../models/${folder}/README.md`, import.meta.url), 'utf8'),
        ),
      )
      for (const one of licence.split(', '))
        expect({ tool, one, named: cards.some((card) => card.includes(one)) }).toEqual({
          tool,
          one,
          named: true,
        })
    }
  })
})
