import { useSession } from '#web/lib/session.ts'
import { useCapabilities } from '#web/lib/use-capabilities.ts'
import { modelOf, useAbilities } from '#web/features/generate/api/use-generation-servers.ts'
import { useSourcePicture } from '#web/features/generate/api/use-source-picture.ts'
import { useGenerationForm } from '#web/features/generate/lib/form-store.ts'
import { keepsPixels } from '#web/features/generate/lib/source.ts'
import { useSource } from '#web/features/generate/lib/source-store.ts'
import { useTool } from '#web/features/generate/lib/tool.ts'

/**
 * Whether the chosen model redraws illustrations alone, and the id of the photo that was chosen all the same: one that was brought along, is to
 * be changed as a whole and would come out as a blur.
 */
export function usePhotoLimit(): { isLimited: boolean; photo: string | null } {
  const { me } = useSession()
  const tool = useTool()
  const { form } = useGenerationForm()
  const { models } = useAbilities(form.model)
  const { draws } = useCapabilities()
  const { source } = useSource()
  const { picture } = useSourcePicture(source.imageId, me !== null && tool === 'image')
  const chosen = modelOf(models, form.model)
  const drawsKnown = chosen ? chosen.draws === 'known_things' : draws === 'collection'
  const isLimited = tool === 'image' && drawsKnown
  const isPhoto = picture?.expires_at != null && source.sketchId === null && !keepsPixels(source)
  return { isLimited, photo: isLimited && isPhoto ? picture.id : null }
}
