import { useNavigate } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { useSite } from '#web/lib/site.ts'
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
  const { has } = useSite()
  const navigate = useNavigate()
  const offers = useOffers()
  const runOf = (action: ResultAction, image: PredictionImage): (() => void) | null => {
    if (action.feature === null) {
      const handler = handlers[action.id]
      return handler ? () => handler(image) : null
    }
    if (action.needs && !offers.includes(action.needs)) return null
    const page = has(action.feature) ? (action.page ?? pageOfFeature(action.feature)) : null
    return page === null ? null : () => void navigate(`${page}?image=${image.id}`)
  }
  return (image) =>
    RESULT_ACTIONS.flatMap((action) => {
      const run = action.fits(image) ? runOf(action, image) : null
      if (run === null) return []
      const { id, icon, shortcut, feature } = action
      return [{ id, label: t(action.label(image)), icon, shortcut, isTool: feature !== null, run }]
    })
}
