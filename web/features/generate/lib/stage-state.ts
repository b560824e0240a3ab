import { useEffect } from 'react'
import type { PictureWatcher } from '#web/features/gallery/api/use-image-actions.ts'
import { useUiState } from '#web/lib/ui-state.ts'
import { stageStore } from './stage-store.ts'

/** The persisted state says whether something is being made; the stage is emptied at sign-out. */
export function useStageState(signedIn: boolean, anyOpen: boolean): void {
  const setGenerating = useUiState((state) => state.setGenerating)
  useEffect(() => setGenerating(anyOpen), [anyOpen, setGenerating])
  useEffect(() => {
    if (!signedIn) stageStore.getState().clear()
  }, [signedIn])
}

/** What is done to a picture shows on the stage too. */
export const STAGE_WATCHER: PictureWatcher = {
  onChanged: (image) => stageStore.getState().putImage(image),
  onRemoved: (id) => stageStore.getState().removeImage(id),
  onRestored: (image) => stageStore.getState().putImage(image),
}
