import english from '#web/messages/en/gallery.json'
import { textsOf } from '#web/lib/texts.ts'

export const { useTexts } = textsOf('gallery', english)
export type GalleryTexts = ReturnType<typeof useTexts>
