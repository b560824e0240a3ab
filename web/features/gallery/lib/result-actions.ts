import {
  IconBackground,
  IconCopy,
  IconDownload,
  IconFaceId,
  IconHeart,
  IconMaximize,
  IconPhotoEdit,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react'
import { type ComponentType, createContext } from 'react'
import type { Feature } from '#contract/site.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'

/** What the page that shows an image does with it itself. */
export interface ResultHandlers {
  download(image: PredictionImage): void
  copyPrompt(image: PredictionImage): void
  /** Takes its parameters over into the form of the page. */
  reuse(image: PredictionImage): void
  /** Null where the brand has no image to image. */
  startFrom: ((image: PredictionImage) => void) | null
  like(image: PredictionImage): void
  remove(image: PredictionImage): void
}

/** Handlers of the page at hand, for the tiles on it. */
export const ResultHandlersContext = createContext<Partial<ResultHandlers>>({})

interface Entry {
  label(image: PredictionImage): string
  icon: ComponentType<{ size?: number }>
  /** Key that does it in the viewer; null for none. */
  shortcut: string | null
  /** Whether it makes sense for an image. */
  fits(image: PredictionImage): boolean
}

/** Something to do with an image: by the page that shows it, or on a tool's page with the image in it. */
export type ResultAction = Entry &
  ({ id: keyof ResultHandlers; feature: null } | { id: Feature; feature: Feature })

const hasPrompt = ({ prompt }: PredictionImage) => prompt !== null

function own(
  id: keyof ResultHandlers,
  label: Entry['label'] | string,
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
    feature: null,
  }
}

/** Leads to the page of a feature, which gets the image by `image` in its address. Hidden until that page is built. */
function tool(feature: Feature, label: string, icon: Entry['icon']): ResultAction {
  return { id: feature, label: () => label, icon, shortcut: null, fits: () => true, feature }
}

/**
 * What can be done with a result, in the order of the menus. The viewer, the menu of a tile and the pages of the tools
 * all show this list; a new tool adds one line.
 */
export const RESULT_ACTIONS: readonly ResultAction[] = [
  own('download', 'Download', IconDownload, 'D'),
  own('reuse', 'Reuse', IconRepeat, 'R', hasPrompt),
  own('copyPrompt', 'Copy prompt', IconCopy, 'C', hasPrompt),
  own('like', (image) => (image.is_favorite ? 'Unlike' : 'Like'), IconHeart, 'L'),
  own('startFrom', 'Use as input', IconPhotoEdit, 'I'),
  tool('background_removal', 'Remove background', IconBackground),
  tool('upscale_image', 'Upscale', IconMaximize),
  tool('face_swap', 'Swap face', IconFaceId),
  own('remove', 'Delete', IconTrash, 'Delete'),
]
