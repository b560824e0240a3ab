import { createHash } from 'node:crypto'
import type { ResizedImageQuery } from '#contract/resized-image.ts'

/** Where a picture to resize comes from. `version` changes when a file of the app does. */
export type PictureSource =
  | { kind: 'media'; key: string }
  | { kind: 'static'; path: string; version: string }
  | { kind: 'remote'; url: string }

export type VariantShape = Omit<ResizedImageQuery, 'url'>

const EXTENSIONS = { jpeg: 'jpg', webp: 'webp', png: 'png' } as const

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

/** Folder of all variants of one original. */
export function variantsPrefix(source: PictureSource): string {
  if (source.kind === 'media') return `variants/media/${source.key}/`
  const identity = source.kind === 'static' ? `${source.path}\n${source.version}` : source.url
  return `variants/${source.kind}/${digest(identity)}/`
}

/** Key of one variant: everything that makes its bytes differ is in it. */
export function variantKey(source: PictureSource, shape: VariantShape): string {
  const { width, height, quality, type, sigma } = shape
  // PNG is lossless, so the quality makes no other picture.
  const parts = [`${width}x${height}`, type === 'png' ? null : `q${quality}`, sigma && `s${sigma}`]
  return `${variantsPrefix(source)}${parts.filter(Boolean).join('-')}.${EXTENSIONS[type]}`
}
