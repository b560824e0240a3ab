import {
  IconCopy,
  IconDownload,
  IconFileDownload,
  IconHeart,
  IconPhotoEdit,
  IconRefresh,
  IconRepeat,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { toolEntries, type ToolKey } from '#contract/tools.ts'
import { ofTool } from '#web/lib/tool-names/tool-card.ts'
import type english from '#web/messages/en/gallery.json'
import type { ResultHandlers } from './result-handlers.ts'

type Key = keyof typeof english

interface Entry {
  icon: ComponentType<{ size?: number }>
  /** Key that does it in the viewer; null for none. */
  shortcut: string | null
  /** Whether it makes sense for an image. */
  fits(image: PredictionImage): boolean
}

/** Something to do with an image: by the page that shows it, or on a tool's page with the image in it. */
export type ResultAction = Entry &
  (
    | {
        id: keyof ResultHandlers
        isTool: false
        /** The message that names it. */
        label(image: PredictionImage): Key
      }
    /** Named by what the tool does. */
    | { id: ToolKey; isTool: true }
  )

const hasSeed = ({ seed }: PredictionImage) => seed !== null
const hasPrompt = ({ prompt }: PredictionImage) => prompt !== null
/** What is done with images, and what a link shows, is not for videos. */
const isImage = ({ video }: PredictionImage) => video === null
/** Images of a child are for its parents alone. */
const canBeShared = (image: PredictionImage) => isImage(image) && !image.shows_child

function own(
  id: keyof ResultHandlers,
  label: Key | ((image: PredictionImage) => Key),
  icon: Entry['icon'],
  shortcut: string,
  fits: Entry['fits'] = () => true,
): ResultAction {
  return {
    id,
    label: typeof label === 'string' ? () => label : label,
    icon,
    shortcut,
    fits,
    isTool: false,
  }
}

const ICONS = import.meta.glob<Entry['icon']>('/web/features/tools/*/card.ts', {
  eager: true,
  import: 'icon',
})

/** Each leads to the page of a tool, which gets the image by `image` in its address. */
const tools = toolEntries.map(([id]): ResultAction => ({
  id,
  icon: ofTool(ICONS, id),
  shortcut: null,
  fits: isImage,
  isTool: true,
}))

/**
 * What can be done with a result, in the order of the menus. The viewer, the menu of a tile and the pages of the tools
 * all show this list.
 */
export const RESULT_ACTIONS: readonly ResultAction[] = [
  own('download', 'result.download', IconDownload, 'D'),
  own('saveAs', 'result.saveAs', IconFileDownload, 'A', isImage),
  own('reuse', 'result.reuse', IconRepeat, 'R', hasPrompt),
  own('reproduce', 'result.reproduce', IconRefresh, 'P', hasSeed),
  own('copyPrompt', 'result.copyPrompt', IconCopy, 'C', hasPrompt),
  own('like', (image) => (image.is_favorite ? 'result.unlike' : 'result.like'), IconHeart, 'L'),
  own('share', 'result.share', IconShare, 'S', canBeShared),
  own('startFrom', 'result.startFrom', IconPhotoEdit, 'I', isImage),
  ...tools,
  own('remove', 'result.remove', IconTrash, 'Delete'),
]
