import {
  type SourcePicture,
  useSourcePicture,
  useUpload,
} from '#web/features/create/api/use-source-picture.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { messageOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { useChosenImage } from './draft-store.ts'
import type { Tool } from './tool.ts'

/** The largest image that the tools take. */
const TOOL_ROOM = { edge: 12_000, pixels: 26_214_400 }

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
  /** Uploads the first of some files and chooses it. */
  send(files: readonly File[]): void
}

/** The input of a tool's page. Signed-out people are asked to log in. */
export function useInput(tool: Pick<Tool, 'id'>, slot = 'image'): Input {
  const { me } = useSession()
  const { show } = useDialogs()
  const [id, choose] = useChosenImage(tool.id, slot)
  const { picture, failed, retry } = useSourcePicture(id, me !== null)
  const upload = useUpload(TOOL_ROOM)
  return {
    id,
    picture,
    failed,
    uploading: upload.isPending,
    problem: upload.isError ? messageOf(upload.error) : null,
    retry,
    choose(next) {
      upload.reset()
      choose(next)
    },
    send([file]) {
      if (file === undefined || upload.isPending) return
      if (me === null) {
        show('login')
        return
      }
      upload.mutate(file, { onSuccess: (sent) => choose(sent.picture.id) })
    },
  }
}
