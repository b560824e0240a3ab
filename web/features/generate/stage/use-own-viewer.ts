import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { paths } from '#contract/paths.ts'
import type { PictureWatcher } from '#web/features/gallery/api/use-image-actions.ts'
import { useViewer } from '#web/features/gallery/use-viewer.ts'
import { STAGE_WATCHER } from '../lib/stage-state.ts'
import { useReuse, useStartFrom } from './use-reuse.ts'

/**
 * The viewer of a page that has no form: what fills one goes to the page that has it.
 * @param onChanged told of an image that was liked or described, for lists that the page has itself
 */
export function useOwnViewer(
  images: readonly PredictionImage[],
  onChanged?: PictureWatcher['onChanged'],
) {
  const navigate = useNavigate()
  const reuse = useReuse()
  const reuseElsewhere = useCallback(
    (parameters: Record<string, unknown>, seed: number | null) => {
      if (!reuse(parameters, seed)) void navigate(paths.textToImage.link())
      return true
    },
    [reuse, navigate],
  )
  const watcher: PictureWatcher = {
    ...STAGE_WATCHER,
    onChanged: (image) => {
      STAGE_WATCHER.onChanged(image)
      onChanged?.(image)
    },
  }
  return useViewer(images, reuseElsewhere, useStartFrom(), watcher)
}
