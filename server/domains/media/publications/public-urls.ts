import { createHmac, timingSafeEqual } from 'node:crypto'

/** The files of a publication, as its addresses name them. */
export const PUBLIC_FILES = ['image.png', 'video.mp4'] as const
export type PublicFile = (typeof PUBLIC_FILES)[number]

const FOLDER = 'public/'
const ID_BYTES = 16
/** Bytes of the HMAC behind the id: together 32 characters of base64url. */
const SIGNATURE_BYTES = 8

export interface PublicAddress {
  /** The publication, a UUID. */
  id: string
  file: PublicFile
}

function sign(secret: Buffer, id: Buffer): Buffer {
  const hmac = createHmac('sha256', secret).update('publication\n').update(id)
  return hmac.digest().subarray(0, SIGNATURE_BYTES)
}

/**
 * Root-relative address of a file that strangers see. It names the publication and nothing of the account, the job or the
 * image, so that two of one person cannot be told to belong together.
 */
export function publicUrl(secret: Buffer, { id, file }: PublicAddress): string {
  const bytes = Buffer.from(id.replaceAll('-', ''), 'hex')
  const opaque = Buffer.concat([bytes, sign(secret, bytes)]).toString('base64url')
  return `/media/${FOLDER}${opaque}/${file}`
}

/** Whether what follows `/media/` in an address means a publication. */
export const isPublicPath = (path: string): boolean => path.startsWith(FOLDER)

/** What an address of {@link publicUrl} means, by what follows `/media/`; null: it is none of ours. */
export function parsePublicPath(secret: Buffer, path: string): PublicAddress | null {
  const [opaque = '', name, ...rest] = path.slice(FOLDER.length).split('/')
  const file = PUBLIC_FILES.find((one) => one === name)
  const bytes = Buffer.from(opaque, 'base64url')
  if (!file || rest.length > 0 || bytes.length !== ID_BYTES + SIGNATURE_BYTES) return null
  if (bytes.toString('base64url') !== opaque) return null
  const [id, signature] = [bytes.subarray(0, ID_BYTES), bytes.subarray(ID_BYTES)]
  if (!timingSafeEqual(signature, sign(secret, id))) return null
  const uuid = id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  return { id: uuid, file }
}
