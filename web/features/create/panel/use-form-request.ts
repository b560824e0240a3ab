import { useMemo } from 'react'
import type { DrawingRequestInput } from '#contract/generation-request.ts'
import { useSession } from '#web/lib/session.ts'
import { useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { requestOfForm } from '#web/features/generate/lib/form.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import type { Size } from '#web/features/generate/lib/sizes.ts'
import { resultSize, withSource } from '#web/features/generate/lib/source.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'

/**
 * The request that the form of the page asks for, of as many images as it says, and the size of what comes of it; null
 * while that is not known. What the model cannot finish alone is asked for whole.
 */
export function useFormRequest(): {
  request: DrawingRequestInput
  size: Size | null
  isSet: boolean
} {
  const { me } = useSession()
  const { form: chosen } = useGenerationForm()
  const tool = useTool()
  const { features } = useAbilities(chosen.model)
  const canBeSet = tool === 'text' && features.has('finish')
  // A model without all finishes may have one: its feature has the name of the finish.
  const finish =
    canBeSet || (tool === 'text' && features.has(chosen.finish ?? '')) ? chosen.finish : null
  const form = useMemo(
    () => ({ ...chosen, finish, isSet: canBeSet && chosen.isSet }),
    [chosen, finish, canBeSet],
  )
  const { source } = useSource()
  const { picture } = useSourcePicture(source.imageId, me !== null && tool === 'image')
  const request = useMemo(
    () =>
      tool === 'image'
        ? withSource(requestOfForm(form), source, picture ?? null)
        : requestOfForm(form),
    [form, tool, source, picture],
  )
  if (tool === 'text') return { request, size: form, isSet: form.isSet }
  return { request, size: picture ? resultSize(source, picture) : null, isSet: false }
}
