import {
  type SourcePicture,
  useSourcePicture,
  useUpload,
} from '#web/features/generate/api/use-source-picture.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useKeptFiles } from '#web/lib/kept-files.ts'
import { useSession } from '#web/lib/session.ts'
import { useChosenImage } from '../batch/draft-store.ts'
import { TOOL_ROOM } from '../batch/tool-room.ts'
import type { Tool } from './tool.ts'
import { type Many, useMany } from '../batch/use-many.ts'

/** The image of one slot of a tool, and the ways to choose it. */
export interface Input {
  id: string | null
  /** Null when it is not there any more, undefined while that is not known. */
  picture: SourcePicture | null | undefined
  failed: boolean
  uploading: boolean
  /** Why the last file was not taken. */
  problem: string | null
  retry(): void
  choose(id: string | null): void
  /** Several in one order; null for an image that stands alone. */
  many: Many | null
  /** Uploads a file and chooses it; several become an order of many, or else the first one counts. */
  send(files: readonly File[]): void
}

/**
 * The input of a tool's page. Signed-out people are asked to log in, and find their files here when they are back.
 * @param options.several whether the tool may change many images in one order
 */
export function useInput(
  tool: Pick<Tool, 'key'>,
  slot = 'image',
  { several = false }: { several?: boolean } = {},
): Input {
  const { me } = useSession()
  const { show } = useDialogs()
  const [id, choose] = useChosenImage(tool.key, slot)
  const { picture, failed, retry } = useSourcePicture(id, me !== null)
  const upload = useUpload(TOOL_ROOM)
  const all = useMany(tool.key)
  const many = several ? all : null
  const keep = useKeptFiles(`${tool.key}.${slot}`, send)

  function send(files: readonly File[]): void {
    const [file] = files
    if (file === undefined) return
    if (me === null) {
      keep(files)
      show('login')
      return
    }
    if (many && (files.length > 1 || many.active)) {
      upload.reset()
      if (picture) {
        many.put([picture])
        choose(null)
      }
      many.add(files)
      return
    }
    // Of two that are sent only the later one is told of.
    upload.mutate(file, { onSuccess: (sent) => choose(sent.picture.id) })
  }

  return {
    id,
    picture,
    failed,
    uploading: upload.isPending,
    problem: upload.isError ? messageOf(upload.error) : null,
    retry,
    many,
    choose(next) {
      upload.reset()
      if (next !== null) many?.clear()
      choose(next)
    },
    send,
  }
}
