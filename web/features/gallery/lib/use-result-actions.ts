import { useNavigate } from 'react-router'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { type ToolEntry, TOOLS } from '#contract/tools.ts'
import { useSite } from '#web/lib/site.ts'
import { useToolNames } from '#web/lib/tool-names/use-tool-names.ts'
import { useOffers } from '#web/lib/use-offers.ts'
import { useTexts } from '../texts.ts'
import { RESULT_ACTIONS, type ResultAction } from './result-actions.ts'
import type { ResultHandlers } from './result-handlers.ts'

/** An action for one image, ready for a button or a line of a menu. */
export interface ReadyAction {
  id: ResultAction['id']
  label: string
  icon: ResultAction['icon']
  shortcut: string | null
  /** Opens the page of a tool. */
  isTool: boolean
  run(): void
}

/**
 * What can be done with an image here: what the page offers, and the tools that this brand and its engines have.
 * @param handlers those that the page lacks are left out of the list
 */
export function useResultActions(
  handlers: Partial<ResultHandlers>,
): (image: PredictionImage) => ReadyAction[] {
  const t = useTexts()
  const names = useToolNames()
  const { has } = useSite()
  const navigate = useNavigate()
  const offers = useOffers()
  const runOf = (action: ResultAction, image: PredictionImage): (() => void) | null => {
    if (!action.isTool) {
      const handler = handlers[action.id]
      return handler ? () => handler(image) : null
    }
    const { page, feature, needs }: ToolEntry = TOOLS[action.id]
    const isThere = has(feature) && (!needs || offers.includes(needs))
    return isThere ? () => void navigate(`${page}?image=${image.id}`) : null
  }
  return (image) =>
    RESULT_ACTIONS.flatMap((action) => {
      const run = action.fits(image) ? runOf(action, image) : null
      if (run === null) return []
      const { id, icon, shortcut, isTool } = action
      const label = action.isTool ? names.action(action.id) : t(action.label(image))
      return [{ id, label, icon, shortcut, isTool, run }]
    })
}
