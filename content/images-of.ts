import type { ContentImage, ContentPage } from './content-page.ts'

/** Every image that a page shows, in its order. */
export const imagesOf = ({ image, sections }: ContentPage): ContentImage[] => [
  ...(image ? [image] : []),
  ...sections.flatMap((section) => {
    if (section.kind === 'images') return section.images
    return section.kind === 'compare' ? [section.before, section.after] : []
  }),
]
