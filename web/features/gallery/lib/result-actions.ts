import {
  IconBackground,
  IconBrush,
  IconCopy,
  IconDownload,
  IconFaceId,
  IconFileDownload,
  IconHeart,
  IconMaximize,
  IconMoodSpark,
  IconMovie,
  IconPhotoEdit,
  IconPhotoScan,
  IconRefresh,
  IconRepeat,
  IconShare,
  IconTrash,
  IconUserScan,
  IconUserSquare,
  IconWand,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Feature } from '#contract/site.ts'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { paths } from '#web/app/paths.ts'
import type { Offer } from '#web/lib/generation-servers.ts'
import type english from '#web/messages/en/gallery.json'
import type { ResultHandlers } from './result-handlers.ts'

type Key = keyof typeof english

interface Entry {
  /** The message that names it. */
  label(image: PredictionImage): Key
  icon: ComponentType<{ size?: number }>
  /** Key that does it in the viewer; null for none. */
  shortcut: string | null
  /** Whether it makes sense for an image. */
  fits(image: PredictionImage): boolean
}

/** Something to do with an image: by the page that shows it, or on a tool's page with the image in it. */
export type ResultAction = Entry &
  (
    | { id: keyof ResultHandlers; feature: null }
    | {
        id: ToolAction
        feature: Feature
        page: string | null
        /** What an engine has to offer for it; every site has the others. */
        needs?: Offer
      }
  )

/** Names the action that leads to a tool: its feature, or that of a tool which is a part of a feature. */
export type ToolAction = Feature | 'replace_background' | 'fix_faces' | 'edit_image'

const hasSeed = ({ seed }: PredictionImage) => seed !== null
const hasPrompt = ({ prompt }: PredictionImage) => prompt !== null
/** What is done with images, and what a link shows, is not for videos. */
const isImage = ({ video }: PredictionImage) => video === null

function own(
  id: keyof ResultHandlers,
  label: Entry['label'] | Key,
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

const asTool = (label: Key, icon: Entry['icon']): Entry => ({
  label: () => label,
  icon,
  shortcut: null,
  fits: isImage,
})

/** Leads to the page of a feature, which gets the image by `image` in its address. Hidden until that page is built. */
const tool = (feature: Feature, label: Key, icon: Entry['icon']): ResultAction => ({
  ...asTool(label, icon),
  id: feature,
  feature,
  page: null,
})

/** Leads to the page of a tool that comes with a feature. */
const toolOf = (
  feature: Feature,
  { id, page, needs }: { id: ToolAction; page: string; needs?: Offer },
  label: Key,
  icon: Entry['icon'],
): ResultAction => ({ ...asTool(label, icon), id, feature, page, ...(needs && { needs }) })

/**
 * What can be done with a result, in the order of the menus. The viewer, the menu of a tile and the pages of the tools
 * all show this list; a new tool adds one line, and its name to the messages.
 */
export const RESULT_ACTIONS: readonly ResultAction[] = [
  own('download', 'result.download', IconDownload, 'D'),
  own('saveAs', 'result.saveAs', IconFileDownload, 'A', isImage),
  own('reuse', 'result.reuse', IconRepeat, 'R', hasPrompt),
  own('reproduce', 'result.reproduce', IconRefresh, 'P', hasSeed),
  own('copyPrompt', 'result.copyPrompt', IconCopy, 'C', hasPrompt),
  own('like', (image) => (image.is_favorite ? 'result.unlike' : 'result.like'), IconHeart, 'L'),
  own('share', 'result.share', IconShare, 'S', isImage),
  own('startFrom', 'result.startFrom', IconPhotoEdit, 'I', isImage),
  toolOf(
    'image_to_image',
    { id: 'edit_image', page: paths.editImage.pattern, needs: 'edit_image' },
    'result.edit_image',
    IconWand,
  ),
  tool('img_editor', 'result.img_editor', IconBrush),
  tool('background_removal', 'result.background_removal', IconBackground),
  toolOf(
    'background_removal',
    { id: 'replace_background', page: paths.replaceBackground.pattern },
    'result.replace_background',
    IconPhotoScan,
  ),
  tool('upscale_image', 'result.upscale_image', IconMaximize),
  toolOf(
    'upscale_image',
    { id: 'fix_faces', page: paths.fixFaces.pattern },
    'result.fix_faces',
    IconMoodSpark,
  ),
  tool('face_swap', 'result.face_swap', IconFaceId),
  tool('instant_avatars', 'result.instant_avatars', IconUserScan),
  toolOf(
    'professional_headshots',
    { id: 'professional_headshots', page: paths.createHeadshots.pattern },
    'result.professional_headshots',
    IconUserSquare,
  ),
  tool('text_to_video', 'result.text_to_video', IconMovie),
  own('remove', 'result.remove', IconTrash, 'Delete'),
]
