import { useMemo } from 'react'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { useSession } from '#web/lib/session.ts'
import { useSourcePicture } from '../api/use-source-picture.ts'
import { requestOfForm } from './form.ts'
import { useGenerationForm } from './form-store.ts'
import type { Size } from './sizes.ts'
import { resultSize, withSource } from './source.ts'
import { useSource } from './source-store.ts'
import { useTool } from './tool.ts'

/**
 * The request that the form of the page asks for, of as many images as it says, and the size of what comes of it; null
 * while that is not known.
 */
export function useFormRequest(): { request: DrawingRequestInput; size: Size | null } {
  const { me } = useSession()
  const { form } = useGenerationForm()
  const tool = useTool()
  const { source } = useSource()
  const { picture } = useSourcePicture(source.imageId, me !== null && tool === 'image')
  const request = useMemo(
    () =>
      tool === 'image'
        ? withSource(requestOfForm(form), source, picture ?? null)
        : requestOfForm(form),
    [form, tool, source, picture],
  )
  if (tool === 'text') return { request, size: form }
  return { request, size: picture ? resultSize(source, picture) : null }
}
