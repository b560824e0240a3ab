import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { PHOTO_BACKGROUNDS, type PhotoBackground } from '#contract/photo-backgrounds.ts'

/** The web app serves them too. */
const FILES = path.join(import.meta.dirname, '../../../../../web/public/tools/backgrounds')

/** Whether a scene is a photograph that comes with the app; all others are the engine's own. */
export const isPhotograph = (scene: string): scene is PhotoBackground =>
  PHOTO_BACKGROUNDS.some((id) => id === scene)

export const readPhotograph = (id: PhotoBackground): Promise<Uint8Array> =>
  readFile(path.join(FILES, `${id}.webp`))
