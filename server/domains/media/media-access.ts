import { notFound } from '#server/platform/errors.ts'
import { isStorageKey } from '#server/platform/storage/index.ts'
import { remainingValidity, type MediaSignature } from './media-urls.ts'

/**
 * Why a file may be shown: `signed` for the milliseconds that the address stays valid, `public` until its
 * owner takes it back, `fixed` because it is not a person's (the app's own files, listed hosts).
 */
export type MediaAccess =
  | { kind: 'signed'; remainingMs: number }
  | { kind: 'public' }
  | { kind: 'fixed' }

export interface AccessOptions {
  secret: Buffer
  /** Whether everybody may see this file now; true only for the key that is shown, not for its clean original. */
  isPublic(storageKey: string): Promise<boolean>
}

/** Decides whether a file is shown. Everything that is not answers the same: `AppError` `not_found`. */
export async function mediaAccess(
  { secret, isPublic }: AccessOptions,
  key: string,
  signature: MediaSignature,
): Promise<MediaAccess> {
  if (!isStorageKey(key)) throw notFound()
  if (signature.sig !== undefined) {
    const remainingMs = remainingValidity(secret, key, signature, Date.now())
    if (remainingMs !== null) return { kind: 'signed', remainingMs }
  }
  if (await isPublic(key)) return { kind: 'public' }
  throw notFound()
}

const PUBLIC_SECONDS = 300
const FIXED_SECONDS = 24 * 3600

/** `Cache-Control` for a shown file. A public one is asked for again soon: its owner may take it back. */
export function cacheControl(access: MediaAccess): string {
  if (access.kind === 'signed') {
    return `private, max-age=${Math.floor(access.remainingMs / 1000)}, immutable`
  }
  return `public, max-age=${access.kind === 'public' ? PUBLIC_SECONDS : FIXED_SECONDS}`
}
