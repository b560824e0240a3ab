import { notifications } from '@mantine/notifications'
import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { pageOfFeature } from '#brands/index.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { paths } from '#contract/paths.ts'
import { isToolJob, toolLink } from '#web/lib/tool-names/tool-links.ts'
import { useSite } from '#web/lib/site.ts'
import { useTexts } from './texts.ts'
import { formStore } from '../lib/form-store.ts'
import { handOver } from '../lib/handed-over.ts'
import { inputIn } from '../lib/input-in.ts'
import { sourceOfParameters } from '../lib/source.ts'
import { sourceStore } from '../lib/source-store.ts'
import { useTool } from '../lib/tool.ts'

/**
 * Takes the parameters of a job or picture over into the form of the page that they belong to; true when that is
 * the other page, which is gone to.
 */
export function useReuse(): (parameters: Record<string, unknown>, seed: number | null) => boolean {
  const t = useTexts()
  const tool = useTool()
  const navigate = useNavigate()
  return useCallback(
    (parameters, seed) => {
      const { type } = parameters
      if (isToolJob(type)) {
        const image = inputIn(parameters)
        handOver(parameters)
        void navigate(toolLink(type, image === null ? {} : { image }))
        return true
      }
      const wanted = type === 'ITI' ? 'image' : 'text'
      void import('../lib/form-of-request.ts').then(({ formOfRequest }) =>
        formStore.getState().change(formOfRequest(parameters, 'advanced', seed)),
      )
      if (wanted === 'image') sourceStore.getState().reuse(sourceOfParameters(parameters))
      notifications.show({ message: t('reuse.done') })
      if (wanted === tool) return false
      void navigate((wanted === 'image' ? paths.imageToImage : paths.textToImage).link())
      return true
    },
    [tool, navigate, t],
  )
}

/** Starts image to image from a picture; null where the brand has no such page. True when that is another page. */
export function useStartFrom(): ((image: PredictionImage) => boolean) | null {
  const t = useTexts()
  const tool = useTool()
  const navigate = useNavigate()
  const { has } = useSite()
  const able = has('image_to_image') && pageOfFeature('image_to_image') !== null
  const start = useCallback(
    ({ id }: PredictionImage) => {
      if (tool === 'text') {
        void navigate(paths.imageToImage.link({ image: id }))
        return true
      }
      sourceStore.getState().choose(id)
      notifications.show({ message: t('reuse.startFrom') })
      return false
    },
    [tool, navigate, t],
  )
  return able ? start : null
}
