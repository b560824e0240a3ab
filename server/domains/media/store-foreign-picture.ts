import { createHash } from 'node:crypto'
import sharp from 'sharp'
import type { Storage } from '#server/platform/storage/index.ts'
import { type Fingerprint, fingerprintPicture } from './fingerprint-picture.ts'
import { decodeUpload } from './decoding/decode-upload.ts'

const FOLDER = 'explore/'
const EDGE = 1536
const QUALITY = 82

/** Whether a stored file is a copy of a picture of another site. */
export const isForeignKey = (storageKey: string): boolean => storageKey.startsWith(FOLDER)

/** What follows `/media/` in the address of such a copy is its key. */
export const foreignKeyOf = (url: string): string => url.slice('/media/'.length)
export const foreignUrlOf = (storageKey: string): string => `/media/${storageKey}`

/** A copy of a picture of another site. */
export interface ForeignPicture {
  /** Root-relative. */
  url: string
  width: number
  height: number
  /** By which it is known again. */
  fingerprint: Fingerprint
}

async function decode(file: Buffer): Promise<Buffer> {
  const { signal } = new AbortController()
  const { data } = await decodeUpload(file, { purpose: 'picture', signal, admit: async () => {} })
  return data
}

/** By which a picture of another site is known again. @throws {AppError} as decoding an upload does */
export const fingerprintForeign = async (file: Buffer): Promise<Fingerprint> =>
  fingerprintPicture(await decode(file))

/**
 * Keeps a copy of a picture of another site, for everybody. Named by what it holds: the same one is kept once.
 * @throws {AppError} as decoding an upload does
 */
export async function storeForeignPicture(storage: Storage, file: Buffer): Promise<ForeignPicture> {
  const decoded = await decode(file)
  const { data, info } = await sharp(decoded)
    .resize(EDGE, EDGE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: QUALITY })
    .toBuffer({ resolveWithObject: true })
  const key = `${FOLDER}${createHash('sha256').update(data).digest('hex')}.webp`
  await storage.put(key, data)
  const fingerprint = await fingerprintPicture(decoded)
  return { url: foreignUrlOf(key), width: info.width, height: info.height, fingerprint }
}
