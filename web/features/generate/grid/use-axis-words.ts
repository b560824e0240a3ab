import type { GridAxis } from '#contract/jobs/grid.ts'
import { useAbilities } from '../api/use-generation-servers.ts'
import { useStyleName } from '../styles/use-style-name.ts'
import type { AxisKind } from './axis-draft.ts'
import { useTexts } from './texts.ts'

/** How axes and their values are called in the page's language. */
export function useAxisWords() {
  const t = useTexts()
  const styleName = useStyleName()
  const { models } = useAbilities(null)
  const kindName = (of: AxisKind): string => t(`of.${of}`)
  /** Those that two models share are told with their ids. */
  const modelNames = (ids: readonly string[]): string[] => {
    const names = ids.map((id) => models.find((model) => model.id === id)?.name ?? id)
    return names.map((name, at) =>
      names.indexOf(name) === names.lastIndexOf(name) ? name : `${name} (${ids[at]})`,
    )
  }
  return {
    kindName,
    styleName,
    axisName(axis: GridAxis): string {
      if (axis.of === 'prompt') return t('name.prompt', { words: axis.find })
      if (axis.of === 'lora') return t('name.lora', { lora: axis.lora })
      return kindName(axis.of)
    },
    /** In the order of the values, each another. */
    valueNames(axis: GridAxis): string[] {
      switch (axis.of) {
        case 'style':
          return axis.values.map(styleName)
        case 'model':
          return modelNames(axis.values)
        case 'size':
          return axis.values.map((size) => t('name.size', size))
        default:
          return axis.values.map(String)
      }
    },
  }
}
