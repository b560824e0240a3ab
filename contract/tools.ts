import type { JobType } from './prediction-images.ts'
import type { Feature } from './features.ts'

/** A tool that works on an image: it has a page, makes jobs of its own, and is an action on every result. */
export interface ToolEntry {
  /** Root-relative address of its page. */
  page: `/tools/${string}`
  /** What a brand must have for it. */
  feature: Feature
  /** Types of the jobs that its page orders; its results are listed and filtered by the name of the first. */
  jobs: readonly [JobType, ...JobType[]]
  /** What an engine has to offer for it; every site has the others. */
  needs?: 'edit_image' | 'own_workflow'
}

/**
 * Every tool, in the order of the menus. Its address, its route, its line in the sitemap, its action on results, its
 * filter in the library and the pages that a search finds follow from its entry here; a tool that has a feature of its
 * own bears that feature's name.
 */
export const TOOLS = {
  edit_image: {
    page: '/tools/edit-image',
    feature: 'image_to_image',
    jobs: ['EDI'],
    needs: 'edit_image',
  },
  img_editor: { page: '/tools/img-editor', feature: 'img_editor', jobs: ['RO'] },
  background_removal: {
    page: '/tools/background-removal',
    feature: 'background_removal',
    jobs: ['RB'],
  },
  replace_background: {
    page: '/tools/replace-background',
    feature: 'background_removal',
    jobs: ['RPB'],
  },
  upscale_image: {
    page: '/tools/upscale-image',
    feature: 'upscale_image',
    jobs: ['UI', 'UU', 'UIT'],
  },
  fix_faces: { page: '/tools/fix-faces', feature: 'upscale_image', jobs: ['FF', 'AD'] },
  face_swap: { page: '/tools/face-swap', feature: 'face_swap', jobs: ['FS'] },
  instant_avatars: { page: '/tools/instant-avatars', feature: 'instant_avatars', jobs: ['ISI'] },
  create_headshots: {
    page: '/tools/professional-headshots/create',
    feature: 'professional_headshots',
    jobs: ['PHS'],
  },
  text_to_video: { page: '/tools/text-to-video', feature: 'text_to_video', jobs: ['VID'] },
  own_workflow: {
    page: '/tools/workflows',
    feature: 'image_to_image',
    jobs: ['OTR'],
    needs: 'own_workflow',
  },
} as const satisfies Record<string, ToolEntry>

export type ToolKey = keyof typeof TOOLS

export const isToolKey = (key: string): key is ToolKey => Object.hasOwn(TOOLS, key)

/** Types of the jobs that some tool orders. */
export type ToolJob = (typeof TOOLS)[ToolKey]['jobs'][number]

/** Every tool with its entry, in the order of the menus. */
export const toolEntries = Object.entries(TOOLS) as [ToolKey, ToolEntry][]
